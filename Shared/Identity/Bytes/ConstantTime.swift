internal import COpenSSL

/// Comparison whose time tells nothing of where two values differ.
public enum ConstantTime {
    /// Whether both have the same bytes; their lengths are no secret.
    public static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
    }

    /// Whether both texts have the same UTF-8.
    public static func equal(_ left: String, _ right: String) -> Bool {
        equal(Array(left.utf8), Array(right.utf8))
    }
}
