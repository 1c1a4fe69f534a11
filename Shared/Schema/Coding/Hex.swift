/// Lower-case hexadecimal text.
package enum Hex {
    /// The value of one lower-case digit, nil for any other byte.
    @inline(__always)
    package static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
        default: nil
        }
    }

    /// The digit of the low four bits.
    @inline(__always)
    package static func character(_ value: UInt8) -> UInt8 {
        let nibble = value & 15
        return nibble < 10 ? UInt8(ascii: "0") &+ nibble : UInt8(ascii: "a") &- 10 &+ nibble
    }

    /// Up to 16 digits as a number; nil for none, more, or any other byte.
    static func word(_ bytes: some Collection<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        var count = 0
        for byte in bytes {
            guard let digit = digit(byte), count < 16 else { return nil }
            value = value << 4 | UInt64(digit)
            count += 1
        }
        return count > 0 ? value : nil
    }

    /// The low `digits` hex digits of a number.
    static func text(_ value: UInt64, digits: Int) -> String {
        String(unsafeUninitializedCapacity: digits) { buffer in
            for index in 0..<digits {
                buffer[index] = character(UInt8(truncatingIfNeeded: value >> UInt64(4 * (digits - 1 - index))))
            }
            return digits
        }
    }

    /// Two digits for each byte.
    package static func text(_ bytes: some Collection<UInt8>) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            output.append(character(byte >> 4))
            output.append(character(byte))
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The bytes of a text of lower-case digits, two for each; nil for anything else.
    package static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digit(digits[index]), let low = digit(digits[index + 1]) else { return nil }
            output.append(high << 4 | low)
        }
        return output
    }
}
