internal import COpenSSL

/// AES-128 of single blocks under ever other keys, with one context.
///
/// Not for several threads at once.
final class RotatingCipher {
    private let context: OpaquePointer

    /// Nil where OpenSSL gives no context.
    init?() {
        guard let context = EVP_CIPHER_CTX_new() else { return nil }
        self.context = context
    }

    deinit { EVP_CIPHER_CTX_free(context) }

    /// The block under a key.
    func encrypt(_ block: CipherBlock, under key: CipherBlock) -> CipherBlock {
        var block = block
        var length: Int32 = 0
        withUnsafeBytes(of: key) { key in
            _ = EVP_EncryptInit_ex(context, EVP_aes_128_ecb(), nil, key.baseAddress, nil)
        }
        EVP_CIPHER_CTX_set_padding(context, 0)
        withUnsafeMutableBytes(of: &block) {
            _ = EVP_EncryptUpdate(context, $0.baseAddress, &length, $0.baseAddress, 16)
        }
        return block
    }
}
