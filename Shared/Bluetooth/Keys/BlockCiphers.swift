internal import COpenSSL

/// One block of AES.
typealias CipherBlock = SIMD16<UInt8>

/// AES-128 of single blocks under several keys (FIPS 197): OpenSSL's contexts, made once, so that a block costs
/// neither a key schedule nor memory. OpenSSL overwrites the schedules when they are freed.
///
/// Not for several threads at once.
final class BlockCiphers {
    /// How many keys there are.
    let count: Int
    private let contexts: UnsafeMutablePointer<OpaquePointer>

    /// Keys of 16 bytes; nil where one is of another length or OpenSSL gives no context.
    init?(_ keys: [KeyMaterial]) {
        contexts = .allocate(capacity: max(keys.count, 1))
        var made = 0
        for key in keys {
            guard let context = key.withBytes(Self.context) else { break }
            (contexts + made).initialize(to: context)
            made += 1
        }
        count = made
        guard made == keys.count else { return nil }
    }

    deinit {
        for index in 0..<count { EVP_CIPHER_CTX_free(contexts[index]) }
        contexts.deallocate()
    }

    private static func context(_ key: UnsafeRawBufferPointer) -> OpaquePointer? {
        guard key.count == 16, let context = EVP_CIPHER_CTX_new() else { return nil }
        guard EVP_EncryptInit_ex(context, EVP_aes_128_ecb(), nil, key.baseAddress, nil) == 1,
            EVP_CIPHER_CTX_set_padding(context, 0) == 1
        else {
            EVP_CIPHER_CTX_free(context)
            return nil
        }
        return context
    }

    /// The block under the key at an index below ``count``.
    @inline(__always)
    func encrypt(_ block: CipherBlock, _ index: Int = 0) -> CipherBlock {
        var block = block
        var length: Int32 = 0
        withUnsafeMutableBytes(of: &block) { bytes in
            // In place: OpenSSL allows the very same buffer. A whole block without padding cannot fail.
            _ = EVP_EncryptUpdate(contexts[index], bytes.baseAddress, &length, bytes.baseAddress, 16)
        }
        return block
    }
}
