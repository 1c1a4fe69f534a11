import CLinux
import Store

/// What the machine says about its clock and its boot.
enum MachineClock {
    /// Whether a time service disciplines the kernel's clock (D17).
    static var isSynchronised: Bool { beaconbus_clock_is_synchronised() != 0 }

    /// The random name of this boot; empty where the kernel does not say.
    static var boot: String {
        guard let bytes = try? AtomicFile(path: "/proc/sys/kernel/random/boot_id").read(limit: 64) else { return "" }
        return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    }
}
