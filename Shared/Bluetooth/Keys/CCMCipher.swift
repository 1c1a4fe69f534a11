internal import COpenSSL

/// AES-128-CCM with a tag of 4 bytes under one key (NIST SP 800-38C): OpenSSL's contexts, made once for each length of
/// the nonce, which OpenSSL builds into the key. A device uses one length.
///
/// Not for several threads at once.
final class CCMCipher {
    private static let lengths: ClosedRange<Int32> = 11...13
    private let key: KeyMaterial
    private var contexts = InlineArray<3, OpaquePointer?>(repeating: nil)

    /// A key of 16 bytes; nil where it is of another length.
    init?(_ key: KeyMaterial) {
        guard key.count == 16 else { return nil }
        self.key = key
    }

    deinit {
        for index in 0..<3 { EVP_CIPHER_CTX_free(contexts[index]) }
    }

    /// Decrypts a frame into `output`, which has room for it; false if the tag does not fit, and then nothing in
    /// `output` is to be used.
    func open(_ frame: SealedFrame, into output: UnsafeMutableRawPointer) -> Bool {
        guard let context = context(frame.nonceCount) else { return false }
        if run(frame, context, output) { return true }
        // So that nobody else on this thread takes the reason for his own.
        ERR_clear_error()
        return false
    }

    private func run(_ frame: SealedFrame, _ context: OpaquePointer, _ output: UnsafeMutableRawPointer) -> Bool {
        let tag = UnsafeMutableRawPointer(mutating: frame.tag)
        let begun = withUnsafeBytes(of: frame.nonce) {
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 4, tag) == 1
                && EVP_DecryptInit_ex(context, nil, nil, nil, $0.baseAddress) == 1
        }
        guard begun else { return false }
        let count = Int32(frame.count)
        var length: Int32 = 0
        if frame.isBoundToPrefix {
            // CCM is told the whole length before what is authenticated only.
            var prefix: UInt8 = 0x11
            guard EVP_DecryptUpdate(context, nil, &length, nil, count) == 1,
                EVP_DecryptUpdate(context, nil, &length, &prefix, 1) == 1
            else { return false }
        }
        return EVP_DecryptUpdate(context, output, &length, frame.cipherText, count) == 1 && length == count
    }

    /// The context for nonces of a length.
    private func context(_ nonceCount: Int32) -> OpaquePointer? {
        guard Self.lengths.contains(nonceCount) else { return nil }
        let index = Int(nonceCount - Self.lengths.lowerBound)
        if contexts[index] == nil { contexts[index] = makeContext(nonceCount) }
        return contexts[index]
    }

    private func makeContext(_ nonceCount: Int32) -> OpaquePointer? {
        guard let context = EVP_CIPHER_CTX_new() else { return nil }
        let ready = key.withBytes { key in
            withUnsafeBytes(of: CipherBlock()) { nonce in
                EVP_DecryptInit_ex(context, EVP_aes_128_ccm(), nil, nil, nil) == 1
                    && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, nonceCount, nil) == 1
                    && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 4, nil) == 1
                    && EVP_DecryptInit_ex(context, nil, nil, key.baseAddress, nonce.baseAddress) == 1
            }
        }
        if ready { return context }
        EVP_CIPHER_CTX_free(context)
        return nil
    }
}
