/// What a node's certificate is good for.
public enum CertificateStatus: String, Codable, Sendable, Hashable, CaseIterable {
    case none
    case valid
    /// Still valid, but due.
    case renewalDue
    case expired
    case revoked
}
