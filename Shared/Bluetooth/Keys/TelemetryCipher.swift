internal import Schema

/// Decrypts Eddystone telemetry: AES-EAX with a tag of 16 bits, under the identity key of the beacon's EID; the nonce is
/// its counter at the beginning of the period, and the salt (Eddystone-TLM, "Encrypted TLM").
enum TelemetryCipher {
    /// The telemetry, or nil if the tag does not fit.
    static func open(
        _ frame: EddystoneEncryptedTelemetry, at counter: UInt32, by ciphers: BlockCiphers, _ key: Int
    ) -> EddystoneTelemetry? {
        let first = double(ciphers.encrypt(CipherBlock(), key))
        let second = double(first)
        let mark: UInt8 = 0x80
        let nonce = code(
            0, ciphers, key,
            last: block(UInt64(counter) << 32 | UInt64(frame.salt) << 16, 0).replacing(6, by: mark) ^ second)
        let header = ciphers.encrypt(CipherBlock().replacing(15, by: 1) ^ first, key)
        let text = block(frame.high, UInt64(frame.low) << 32)
        let cipher = code(2, ciphers, key, last: text.replacing(12, by: mark) ^ second)
        let tag = nonce ^ header ^ cipher
        guard UInt16(tag[0]) << 8 | UInt16(tag[1]) == frame.integrity else { return nil }
        let plain = text ^ ciphers.encrypt(nonce, key)
        return withUnsafeBytes(of: plain) { $0.baseAddress.map { EddystoneTelemetry($0) } }
    }

    /// CMAC (RFC 4493) of a block that ends in `number` and a last block that was padded and masked.
    private static func code(
        _ number: UInt8, _ ciphers: BlockCiphers, _ key: Int, last: CipherBlock
    ) -> CipherBlock {
        ciphers.encrypt(ciphers.encrypt(CipherBlock().replacing(15, by: number), key) ^ last, key)
    }

    /// Multiplied by x in the field of 2^128.
    private static func double(_ block: CipherBlock) -> CipherBlock {
        let words = unsafeBitCast(block, to: SIMD2<UInt64>.self)
        let high = UInt64(bigEndian: words[0])
        let low = UInt64(bigEndian: words[1])
        return self.block(high << 1 | low >> 63, low << 1 ^ (high >> 63) * 0x87)
    }

    private static func block(_ high: UInt64, _ low: UInt64) -> CipherBlock {
        unsafeBitCast(SIMD2<UInt64>(high.bigEndian, low.bigEndian), to: CipherBlock.self)
    }
}

extension CipherBlock {
    fileprivate func replacing(_ index: Int, by byte: UInt8) -> CipherBlock {
        var block = self
        block[index] = byte
        return block
    }
}
