internal import COpenSSL

/// The hash by which a URL becomes a beacon identity (beacon id `eddystone-url-<16 hex>`).
public enum URLHash {
    /// The first eight bytes of the SHA-256 of the URL's bytes, as a big-endian number.
    public static func of(_ text: some Collection<UInt8>) -> UInt64 {
        let bytes = Array(text)
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        _ = SHA256(bytes, bytes.count, &digest)
        return digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
