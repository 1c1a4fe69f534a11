extension JSONScanner {
    /// Where a string's content lies between its quotes, and whether it has escapes.
    struct StringToken {
        let range: Range<Int>
        let escaped: Bool
    }

    /// Reads a string's extent. Its bytes are checked: no control character, legal escapes, valid UTF-8.
    @inline(__always)
    mutating func stringToken() throws(JSONSyntaxError) -> StringToken {
        skipSpace()
        guard current == UInt8(ascii: "\"") else { throw fail("a string is missing") }
        index += 1
        let start = index
        var escaped = false
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                index += 1
                return StringToken(range: start..<(index - 1), escaped: escaped)
            }
            if byte == UInt8(ascii: "\\") {
                escaped = true
                _ = try escape()
            } else if byte < 0x20 {
                throw fail("a control character stands in a string")
            } else if byte < 0x80 {
                index += 1
            } else {
                try multibyte()
            }
        }
        throw fail("a string is not closed")
    }

    /// The text of a string.
    mutating func string() throws(JSONSyntaxError) -> String {
        try text(of: stringToken())
    }

    /// The text of a string that was read.
    func text(of token: StringToken) throws(JSONSyntaxError) -> String {
        guard token.escaped else {
            return String(decoding: UnsafeBufferPointer(rebasing: bytes[token.range]), as: UTF8.self)
        }
        var scanner = self
        scanner.index = token.range.lowerBound
        var result: [UInt8] = []
        result.reserveCapacity(token.range.count)
        while scanner.index < token.range.upperBound {
            if scanner.current == UInt8(ascii: "\\") {
                let scalar = try scanner.escape()
                result.append(contentsOf: Array(String(Character(scalar)).utf8))
            } else {
                result.append(scanner.current)
                scanner.index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Reads one escape, surrogate pairs included.
    private mutating func escape() throws(JSONSyntaxError) -> UnicodeScalar {
        index += 1
        let kind = current
        index += 1
        switch kind {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let first = try fourDigits()
            if let scalar = UnicodeScalar(first) { return scalar }
            guard first < 0xdc00, current == UInt8(ascii: "\\"), index + 1 < bytes.count,
                bytes[index + 1] == UInt8(ascii: "u")
            else { throw fail("half a surrogate pair stands in a string") }
            index += 2
            let second = try fourDigits()
            guard (0xdc00...0xdfff).contains(second),
                let scalar = UnicodeScalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
            else { throw fail("half a surrogate pair stands in a string") }
            return scalar
        default: throw fail("an escape is not known")
        }
    }

    private mutating func fourDigits() throws(JSONSyntaxError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            // Bit 5 makes letters lower case; digits have it already.
            guard let digit = current < 0x40 ? Hex.digit(current) : Hex.digit(current | 0x20) else {
                throw fail("an escape is not known")
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }

    /// One character of two to four bytes: no overlong form, no surrogate, nothing above U+10FFFF.
    private mutating func multibyte() throws(JSONSyntaxError) {
        let lead = bytes[index]
        let length: Int
        var value: UInt32
        let least: UInt32
        switch lead {
        case 0xc2...0xdf: (length, value, least) = (2, UInt32(lead & 0x1f), 0x80)
        case 0xe0...0xef: (length, value, least) = (3, UInt32(lead & 0x0f), 0x800)
        case 0xf0...0xf4: (length, value, least) = (4, UInt32(lead & 0x07), 0x10000)
        default: throw fail("a string is not UTF-8")
        }
        guard bytes.count - index >= length else { throw fail("a string is not UTF-8") }
        for offset in 1..<length {
            let byte = bytes[index + offset]
            guard byte & 0xc0 == 0x80 else { throw fail("a string is not UTF-8") }
            value = value << 6 | UInt32(byte & 0x3f)
        }
        guard value >= least, UnicodeScalar(value) != nil else { throw fail("a string is not UTF-8") }
        index += length
    }
}
