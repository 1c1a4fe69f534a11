internal import COpenSSL

/// What one device's key can open: frames with a tag for keys of 16 bytes, the older MiBeacon for those of 12.
final class BindCipher {
    private let ccm: CCMCipher?
    private let legacy: BlockCiphers?

    /// Nil where the key is of another length.
    init?(_ key: KeyMaterial) {
        switch key.count {
        case 16:
            ccm = CCMCipher(key)
            legacy = nil
        case 12:
            ccm = nil
            // The older MiBeacon puts four fixed bytes into the middle.
            var whole: [UInt8] = [0, 0, 0, 0, 0, 0, 0x8d, 0x3d, 0x3c, 0x97, 0, 0, 0, 0, 0, 0]
            key.withBytes { key in
                for index in 0..<12 { whole[index < 6 ? index : index + 4] = key[index] }
            }
            legacy = BlockCiphers([KeyMaterial(whole)])
            whole.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
        default:
            return nil
        }
        if ccm == nil && legacy == nil { return nil }
    }

    /// Decrypts a frame into `output`, which has room for it; false if key or frame is wrong.
    func open(_ frame: SealedFrame, into output: UnsafeMutableRawPointer) -> Bool {
        if frame.scheme != .miBeaconLegacy { return ccm?.open(frame, into: output) ?? false }
        guard let legacy else { return false }
        decrypt(frame, by: legacy, into: output)
        // There is no tag: only what is exactly a known object was meant.
        return MiBeaconObjects.isPlausible(UnsafeRawBufferPointer(start: output, count: frame.count))
    }

    /// The counter mode within CCM: blocks of 2 bytes of counter behind a nonce of 13.
    private func decrypt(_ frame: SealedFrame, by cipher: BlockCiphers, into output: UnsafeMutableRawPointer) {
        var block = CipherBlock()
        block[0] = 1
        for index in 0..<13 { block[index + 1] = frame.nonce[index] }
        var stream = CipherBlock()
        for index in 0..<frame.count {
            if index % 16 == 0 {
                block[15] &+= 1
                stream = cipher.encrypt(block)
            }
            output.storeBytes(
                of: frame.cipherText.byte(index) ^ stream[index % 16], toByteOffset: index, as: UInt8.self)
        }
    }
}
