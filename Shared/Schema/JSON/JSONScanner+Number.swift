extension JSONScanner {
    /// A JSON number: exact where it is an integer of 64 bits.
    enum Number {
        case integer(Int64)
        case double(Double)
    }

    /// Reads a number to the letter of RFC 8259; one beyond a double's range is an error.
    @inline(__always)
    mutating func number() throws(JSONSyntaxError) -> Number {
        skipSpace()
        let start = index
        let negative = current == UInt8(ascii: "-")
        if negative { index += 1 }
        var mantissa: UInt64 = 0
        var exact = true
        let firstDigit = index
        while let digit = digit() {
            if mantissa > 900_000_000_000_000_000 { exact = false } else { mantissa = mantissa * 10 + digit }
            index += 1
        }
        let count = index - firstDigit
        guard count > 0 else { throw fail("a number is missing") }
        guard count == 1 || bytes[firstDigit] != UInt8(ascii: "0") else { throw fail("a number begins with zero") }
        let plain = current != UInt8(ascii: ".") && current | 0x20 != UInt8(ascii: "e")
        if plain, exact, mantissa <= 9_000_000_000_000_000_000, !(negative && mantissa == 0) {
            return .integer(negative ? -Int64(mantissa) : Int64(mantissa))
        }
        var scale = 0
        if current == UInt8(ascii: ".") {
            index += 1
            let firstFraction = index
            while let digit = digit() {
                if mantissa > 900_000_000_000_000 {
                    exact = false
                } else {
                    mantissa = mantissa * 10 + digit
                    scale += 1
                }
                index += 1
            }
            guard index > firstFraction else { throw fail("digits are missing after the point") }
        }
        if current | 0x20 == UInt8(ascii: "e") {
            exact = false
            index += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
            let firstExponent = index
            while digit() != nil { index += 1 }
            guard index > firstExponent else { throw fail("digits are missing in the exponent") }
        }
        // Both numbers are exact doubles here, so the one division rounds correctly (Clinger's fast path).
        if exact, mantissa < 1 << 53, scale < Self.powers.count {
            let value = Double(mantissa) / Self.powers[scale]
            return .double(negative ? -value : value)
        }
        return try slowNumber(start..<index)
    }

    @inline(__always)
    private func digit() -> UInt64? {
        let byte = current
        return byte >= 48 && byte <= 57 ? UInt64(byte &- 48) : nil
    }

    private func slowNumber(_ range: Range<Int>) throws(JSONSyntaxError) -> Number {
        guard range.count <= 400 else { throw fail("a number has too many digits") }
        let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
        if let value = Int64(text), text != "-0" { return .integer(value) }
        guard let value = Double(text), value.isFinite else { throw fail("a number is too large") }
        return .double(value)
    }

    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    ]
}
