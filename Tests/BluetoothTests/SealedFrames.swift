import Schema

@testable import Bluetooth

/// Seals frames as devices do: CCM written out over single blocks (RFC 3610), so not by the code that opens them.
enum SealedFrames {
    /// BTHome 2 service data, its UUID included.
    static func btHome2(_ objects: String, counter: UInt32, address: String, key: String) -> String {
        let tail = little(counter, 4)
        let nonce = big(address) + [0xd2, 0xfc, 0x41] + tail
        let (text, tag) = seal(bytes(objects), key, nonce, prefix: [])
        return "d2fc41" + HexDigits.text(text + tail + tag)
    }

    /// BTHome 1 service data, its UUID included.
    static func btHome1(_ objects: String, counter: UInt32, address: String, key: String) -> String {
        let tail = little(counter, 4)
        let (text, tag) = seal(bytes(objects), key, big(address) + [0x1e, 0x18] + tail, prefix: [0x11])
        return "1e18" + HexDigits.text(text + tail + tag)
    }

    /// MiBeacon 5 service data, its UUID included.
    static func miBeacon(
        _ objects: String, counter: UInt32, address: String, key: String, product: UInt16 = 0x055b,
        showsAddress: Bool = true
    ) -> String {
        let reversed = [UInt8](big(address).reversed())
        let head: [UInt8] = little(UInt32(product), 2) + [UInt8(counter & 0xff)]
        let tail = little(counter >> 8, 3)
        let (text, tag) = seal(bytes(objects), key, reversed + head + tail, prefix: [0x11])
        let control: [UInt8] = [showsAddress ? 0x58 : 0x48, 0x58]
        return "95fe" + HexDigits.text(control + head + (showsAddress ? reversed : []) + text + tail + tag)
    }

    /// Encrypted pvvx service data, its UUID included.
    static func atc(_ text: String, counter: UInt8, address: String, key: String) -> String {
        let plain = bytes(text)
        let nonce = big(address).reversed() + [UInt8(plain.count + 8), 0x16, 0x1a, 0x18, counter]
        let (text, tag) = seal(plain, key, nonce, prefix: [0x11])
        return "1a18" + HexDigits.text([counter] + text + tag)
    }

    private static func big(_ address: String) -> [UInt8] {
        let value = BluetoothAddress(lenient: address)?.value ?? 0
        return (0..<6).map { UInt8(truncatingIfNeeded: value >> UInt64(40 - 8 * $0)) }
    }

    private static func little(_ number: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
    }

    private static func seal(
        _ text: [UInt8], _ key: String, _ nonce: [UInt8], prefix: [UInt8]
    ) -> (text: [UInt8], tag: [UInt8]) {
        guard let cipher = BlockCiphers([KeyMaterial(bytes(key))]) else { fatalError("not a key") }
        let lengthBytes = 15 - nonce.count
        func block(_ flags: Int, _ number: Int) -> CipherBlock {
            var block = CipherBlock()
            block[0] = UInt8(flags)
            for (index, byte) in nonce.enumerated() { block[index + 1] = byte }
            block[14] = UInt8(number >> 8)
            block[15] = UInt8(number & 0xff)
            return block
        }
        // A tag of 4 bytes is (4 − 2) / 2 in the flags.
        var code = cipher.encrypt(block((prefix.isEmpty ? 0 : 0x40) | 1 << 3 | lengthBytes - 1, text.count))
        func add(_ bytes: [UInt8]) {
            for start in stride(from: 0, to: bytes.count, by: 16) {
                for (index, byte) in bytes[start...].prefix(16).enumerated() { code[index] ^= byte }
                code = cipher.encrypt(code)
            }
        }
        if !prefix.isEmpty { add([0, UInt8(prefix.count)] + prefix) }
        add(text)
        let stream = text.indices.map { cipher.encrypt(block(lengthBytes - 1, $0 / 16 + 1))[$0 % 16] }
        let mask = cipher.encrypt(block(lengthBytes - 1, 0))
        return (zip(text, stream).map { $0 ^ $1 }, (0..<4).map { code[$0] ^ mask[$0] })
    }
}
