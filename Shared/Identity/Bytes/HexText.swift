internal import Schema

/// Lower-case hexadecimal text of bytes.
public enum HexText {
    /// Two digits for each byte.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            output.append(Hex.character(byte >> 4))
            output.append(Hex.character(byte))
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The bytes of a text of lower-case digits, two for each; nil for anything else.
    public static func decode(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Hex.digit(digits[index]), let low = Hex.digit(digits[index + 1]) else { return nil }
            output.append(high << 4 | low)
        }
        return output
    }
}
