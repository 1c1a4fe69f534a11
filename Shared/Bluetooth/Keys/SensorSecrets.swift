public import Schema

/// What the decoder needs to read encrypted frames and rotating addresses. In memory only, never in a description (D13).
public struct SensorSecrets: Sendable {
    /// The keys.
    public let keys: KeyRing

    /// Secrets of these keys.
    public init(_ keys: KeyRing = .empty) {
        self.keys = keys
    }

    /// Whether there is a key that resolves addresses.
    public var resolves: Bool { false }

    /// The device behind a resolvable address.
    public func identity(resolving address: BluetoothAddress) -> BeaconIdentity? { nil }

    /// The beacon behind an Eddystone EID.
    public func identity(eid: UInt64) -> BeaconIdentity? { nil }
}
