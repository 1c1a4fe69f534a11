/// How a JSON Web Token is signed (RFC 7518).
public enum TokenAlgorithm: String, Codable, Sendable, Hashable, CaseIterable {
    /// HMAC with SHA-256.
    case hs256 = "HS256"
    /// RSASSA-PKCS1-v1_5 with SHA-256, at least 2048 bits.
    case rs256 = "RS256"
    /// ECDSA with P-256 and SHA-256.
    case es256 = "ES256"
}
