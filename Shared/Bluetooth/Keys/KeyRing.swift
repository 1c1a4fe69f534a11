internal import COpenSSL
public import Schema

/// The decoding keys a scanner holds: in memory only, never in a description, overwritten when the last copy of the
/// ring is dropped (D13).
public struct KeyRing: Sendable {
    /// The most keys a ring uses.
    public static let capacity = 4_096

    /// The keys.
    public let entries: [Entry]

    /// No keys.
    public static let empty = KeyRing([])

    /// At most ``capacity`` keys are used.
    public init(_ entries: [Entry]) {
        self.entries = Array(entries.prefix(Self.capacity))
    }

    /// One key: what it is for can be asked, the key itself not.
    public struct Entry: Sendable {
        /// What a key is for.
        public enum Use: Sendable, Equatable {
            /// Resolves the random addresses of one device (identity resolving key, most significant byte first).
            case irk
            /// Resolves Eddystone ephemeral identifiers; `scaler` is the rotation exponent (0…15), `offset` the wall
            /// clock in s since 1970 at which the beacon's time counter was 0.
            case eddystoneEID(scaler: UInt8, offset: Int64)
            /// Decrypts what the device at this address sends (BTHome, MiBeacon, ATC).
            case bind(BluetoothAddress)
        }

        /// What the beacon is called; the identity of resolved ones (`irk-<name>`, `eddystone-eid-name-<name>`).
        public let name: BeaconName
        public let use: Use
        let material: KeyMaterial

        /// `bytes` are 16; 12 for the older MiBeacon. They are copied: the caller's own are the caller's affair.
        public init(name: BeaconName, use: Use, bytes: [UInt8]) {
            self.name = name
            self.use = use
            material = KeyMaterial(bytes)
        }

        /// The same, and the caller's bytes are overwritten with zeros.
        public init(name: BeaconName, use: Use, consuming bytes: inout [UInt8]) {
            self.init(name: name, use: use, bytes: bytes)
            bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
            bytes.removeAll()
        }
    }
}

extension KeyRing: Redacted {
    public var description: String { "\(entries.count) keys" }
}

extension KeyRing.Entry: Redacted {
    public var description: String { "key of \(name)" }
}
