extension VerificationKey {
    /// The key written in the one way in which it is kept: a public key as PEM, a secret as base64.
    public var canonicalText: String {
        switch self {
        case .publicKey(let key): key.canonical.pem
        case .secret(let secret): secret.withBytes { Base64.encode(Array($0)) }
        }
    }

    /// SHA-256, lower-case hex, of what the key does: equal for two keys that accept the same tokens.
    ///
    /// For a public key of its canonical PEM. For a secret of its base64 after what HMAC makes of it (RFC 2104, 2): zeros
    /// at its end make no difference, and one of more than 64 bytes is the same as its hash.
    public var mark: String {
        switch self {
        case .publicKey: Digest.sha256Hex(canonicalText)
        case .secret(let secret):
            secret.withBytes { raw in
                var bytes = Array(raw)
                if bytes.count > 64 { bytes = Digest.sha256(bytes) }
                while bytes.last == 0 { bytes.removeLast() }
                return Digest.sha256Hex(Base64.encode(bytes))
            }
        }
    }
}
