import Glibc
public import Schema

/// A moment on both clocks of a machine, comparable across reboots (D12, D17).
public struct Stamp: Hashable, Sendable {
    /// The kernel's random id of this boot.
    public let boot: String
    /// The boot-time clock.
    public let instant: Instant
    /// The wall clock.
    public let wall: WallTime

    /// A moment.
    public init(boot: String, instant: Instant, wall: WallTime) {
        self.boot = boot
        self.instant = instant
        self.wall = wall
    }

    /// This moment on this machine.
    public static func now() -> Stamp {
        Stamp(boot: currentBoot, instant: .now(), wall: .now())
    }

    /// The time from here to `later`: by the boot-time clock where the boot is the same, else by the wall clock; nil where
    /// that would be negative, so that nobody knows.
    public func elapsed(to later: Stamp) -> Duration? {
        let elapsed: Duration
        if boot == later.boot {
            elapsed = later.instant - instant
        } else {
            elapsed = .milliseconds(later.wall.milliseconds - wall.milliseconds)
        }
        return elapsed < .zero ? nil : elapsed
    }

    /// The kernel's random id of this boot; empty where the kernel tells none. Read once: no process outlives its boot.
    public static let currentBoot: String = {
        let bytes = (try? Files.read("/proc/sys/kernel/random/boot_id", limit: 64)) ?? []
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }()
}
