public import Schema

/// A clock for stored times: it never goes back, runs with the boot-time clock, and lasts over restarts and reboots.
///
/// Its times look like wall-clock times and begin as such, but a step of the wall clock does not move them. Only the gap
/// of a reboot is taken from the wall clock, and counts as none where that went back.
public struct SteadyClock: Hashable, Sendable {
    /// The boot the offset belongs to.
    public let boot: String
    /// Milliseconds to add to the boot-time clock's.
    public let offset: Int64

    /// Whether the wall clock was behind the last known time at a new boot: ages across that reboot are unknown.
    public let wentBack: Bool

    /// The clock as it was stored.
    public init(boot: String, offset: Int64) {
        self.boot = boot
        self.offset = offset
        wentBack = false
    }

    /// The clock that goes on after `previous`, whose newest known time is `last`.
    public init(after previous: SteadyClock?, last: WallTime?, now: Stamp) {
        boot = now.boot
        if let previous, previous.boot == now.boot {
            offset = previous.offset
            wentBack = false
        } else {
            let start = max(last?.milliseconds ?? .min, now.wall.milliseconds)
            offset = start - now.instant.nanoseconds / 1_000_000
            wentBack = last.map { $0 > now.wall } ?? false
        }
    }

    /// The stored time at `instant` of this boot.
    public func time(_ instant: Instant) -> WallTime {
        let (sum, overflow) = offset.addingReportingOverflow(instant.nanoseconds / 1_000_000)
        return WallTime(milliseconds: overflow ? .max : sum)
    }

    /// The boot-time instant of a stored time; before this boot it is negative.
    public func instant(_ time: WallTime) -> Instant {
        let (difference, overflow) = time.milliseconds.subtractingReportingOverflow(offset)
        if overflow { return Instant(nanoseconds: .min) }
        let (scaled, beyond) = difference.multipliedReportingOverflow(by: 1_000_000)
        return Instant(nanoseconds: beyond ? (difference > 0 ? .max : .min) : scaled)
    }
}
