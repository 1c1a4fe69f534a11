internal import COpenSSL

/// HMAC with SHA-256 (RFC 2104).
public enum HMAC {
    /// The 32 bytes.
    public static func sha256(key: SecretBytes, message: some Collection<UInt8>) -> [UInt8] {
        key.withBytes { sha256(key: $0, message: message) }
    }

    /// The same with a key of public bytes, e.g. of a test vector.
    public static func sha256(key: [UInt8], message: some Collection<UInt8>) -> [UInt8] {
        key.withUnsafeBytes { sha256(key: $0, message: message) }
    }

    private static func sha256(key: UnsafeRawBufferPointer, message: some Collection<UInt8>) -> [UInt8] {
        let input = Array(message)
        var output = [UInt8](repeating: 0, count: 32)
        // OpenSSL takes no key for "the one of before".
        var none: UInt8 = 0
        let done =
            if let start = key.baseAddress {
                COpenSSL.HMAC(EVP_sha256(), start, Int32(key.count), input, input.count, &output, nil)
            } else {
                COpenSSL.HMAC(EVP_sha256(), &none, 0, input, input.count, &output, nil)
            }
        precondition(done != nil, "HMAC is not available")
        return output
    }
}
