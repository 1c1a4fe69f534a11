internal import COpenSSL

/// SHA-256 (FIPS 180-4).
public enum Digest {
    /// The 32 bytes.
    public static func sha256(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let input = Array(bytes)
        var output = [UInt8](repeating: 0, count: 32)
        let done = EVP_Digest(input, input.count, &output, nil, EVP_sha256(), nil)
        precondition(done == 1, "SHA-256 is not available")
        return output
    }

    /// The same as 64 lower-case hex digits.
    public static func sha256Hex(_ bytes: some Collection<UInt8>) -> String {
        HexText.encode(sha256(bytes))
    }

    /// The digest of a text's UTF-8.
    public static func sha256Hex(_ text: String) -> String {
        sha256Hex(Array(text.utf8))
    }
}
