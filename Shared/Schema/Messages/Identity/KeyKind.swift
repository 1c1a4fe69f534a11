/// What a decoding key is for.
public enum KeyKind: String, Codable, Sendable, Hashable, CaseIterable {
    /// Resolves random addresses.
    case irk
    /// Resolves Eddystone ephemeral identifiers.
    case eddystoneEID
    /// Decrypts what the device at one address sends (BTHome, MiBeacon, ATC).
    case bindKey
}
