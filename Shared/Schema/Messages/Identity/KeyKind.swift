/// What a decoding key is for.
public enum KeyKind: String, Codable, Sendable, Hashable, CaseIterable {
    /// Resolves random addresses.
    case irk
    /// Resolves Eddystone ephemeral identifiers.
    case eddystoneEID
}
