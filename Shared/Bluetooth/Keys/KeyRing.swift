public import Schema

/// The decoding keys a scanner holds: in memory only, never in a description (D13).
public struct KeyRing: Sendable {
    /// One key.
    public struct Entry: Sendable {
        /// What a key is for.
        public enum Use: Sendable {
            /// Resolves the random addresses of one device (identity resolving key, most significant byte first).
            case irk
            /// Resolves Eddystone ephemeral identifiers; `scaler` is the rotation exponent, `offset` the beacon's clock
            /// against 1970 in s.
            case eddystoneEID(scaler: UInt8, offset: Int64)
            /// Decrypts what the device at this address sends (BTHome, MiBeacon).
            case bind(BluetoothAddress)
        }

        /// What the beacon is called; the identity of resolved ones (`irk-<name>`, `eddystone-eid-name-<name>`).
        public var name: BeaconName
        public var use: Use
        /// 16 bytes; 12 for the older MiBeacon.
        public var bytes: [UInt8]

        public init(name: BeaconName, use: Use, bytes: [UInt8]) {
            self.name = name
            self.use = use
            self.bytes = bytes
        }
    }

    /// The keys.
    public let entries: [Entry]

    /// No keys.
    public static let empty = KeyRing([])

    /// At most 4,096 keys are used.
    public init(_ entries: [Entry]) {
        self.entries = Array(entries.prefix(4_096))
    }
}

extension KeyRing: CustomStringConvertible {
    public var description: String { "\(entries.count) keys" }
}
