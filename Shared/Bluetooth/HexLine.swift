/// Bytes as people and tools write them: hexadecimal digits of either case, two a byte; between bytes there may be
/// blanks, `:`, `-` or `,`, before everything `0x`.
public enum HexLine {
    /// Why a line is not that, and where.
    public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// Characters (bytes of UTF-8) from the start of the line.
        public var offset: Int
        /// What is wrong there; what is expected.
        public var description: String
    }

    /// Reads a line of at most `limit` bytes' worth of digits.
    public static func parse(_ line: some Collection<UInt8>, limit: Int = 4_096) throws(Problem) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Swift.min(limit, line.count / 2))
        var high: UInt8?
        var rest = line[...]
        var offset = 0
        if let prefix = hexPrefix(rest) {
            rest = rest.dropFirst(prefix)
            offset = prefix
        }
        for character in rest {
            if let digit = HexDigits.value(character) {
                if let first = high {
                    guard bytes.count < limit else {
                        throw Problem(offset: offset, description: "longer than \(limit) bytes")
                    }
                    bytes.append(first << 4 | digit)
                    high = nil
                } else {
                    high = digit
                }
            } else {
                guard isSeparator(character) else {
                    throw Problem(offset: offset, description: "not a hexadecimal digit: two of them make a byte")
                }
                guard high == nil else {
                    throw Problem(offset: offset, description: "half a byte: digits come in twos")
                }
            }
            offset += 1
        }
        guard high == nil else {
            throw Problem(offset: offset, description: "the last byte has one digit: digits come in twos")
        }
        return bytes
    }

    private static func isSeparator(_ character: UInt8) -> Bool {
        switch character {
        case 0x20, 0x09, 0x0d, UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: ","): true
        default: false
        }
    }

    /// How many characters blanks and `0x` take at the beginning; nil without `0x`.
    private static func hexPrefix(_ line: some Collection<UInt8>) -> Int? {
        let blanks = line.prefix { $0 == 0x20 || $0 == 0x09 }.count
        let start = line.dropFirst(blanks).prefix(2)
        return start.elementsEqual("0x".utf8) || start.elementsEqual("0X".utf8) ? blanks + 2 : nil
    }
}
