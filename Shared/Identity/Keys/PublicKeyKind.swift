/// What a public key is.
public enum PublicKeyKind: Sendable, Hashable {
    /// On the curve P-256, named and uncompressed.
    case p256
    /// RSA with the exponent 65537 and so many bits.
    case rsa(bits: Int)
    /// Anything else; `name` as OpenSSL has it, e.g. "secp384r1", "ED25519".
    case other(name: String)

    /// Whether nodes may have it: P-256, or RSA of 2048 to 8192 bits.
    public var isAccepted: Bool {
        switch self {
        case .p256: true
        case .rsa(let bits): (2_048...8_192).contains(bits)
        case .other: false
        }
    }

    /// For messages: "P-256", "RSA with 1024 bits".
    public var words: String {
        switch self {
        case .p256: "P-256"
        case .rsa(let bits): "RSA with \(bits) bits"
        case .other(let name): name
        }
    }
}
