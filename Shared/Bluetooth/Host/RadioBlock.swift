public import Schema

/// What keeps a radio from being used (the kernel's rfkill).
public struct RadioBlock: Sendable, Hashable {
    /// By software, which can lift it.
    public var soft: Bool
    /// By a switch of the machine.
    public var hard: Bool

    /// As the kernel says it.
    public init(soft: Bool, hard: Bool) {
        self.soft = soft
        self.hard = hard
    }

    /// What is said of it, with the remedy; nil where nothing is blocked.
    public var error: BeaconBusError? { hard || soft ? Self.error(hard: hard) : nil }

    /// What is said of a radio that is blocked.
    public static func error(hard: Bool) -> BeaconBusError {
        BeaconBusError(
            .adapterBlocked, reason: hard ? "a switch of the machine blocks Bluetooth" : "rfkill blocks Bluetooth",
            suggestion: hard
                ? "Turn the machine's radio switch on."
                : "Unblock it: rfkill unblock bluetooth, or set scanner.bluetooth.unblock to true.")
    }
}
