/// A strict scanner over the bytes of one JSON text (RFC 8259): the base of the value parser and the batch reader.
///
/// Every read is bounded; numbers and strings are checked to the letter; nothing is allocated for what is skipped.
struct JSONScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var index = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The byte at the position, 0 at the end (a zero byte is legal nowhere in JSON).
    @inline(__always)
    var current: UInt8 { index < bytes.count ? bytes[index] : 0 }

    func fail(_ reason: String) -> JSONSyntaxError {
        JSONSyntaxError(reason: reason, offset: index)
    }

    @inline(__always)
    mutating func skipSpace() {
        while true {
            switch current {
            case 0x20, 0x09, 0x0a, 0x0d: index += 1
            default: return
            }
        }
    }

    /// Skips space and the given byte, or throws.
    @inline(__always)
    mutating func expect(_ byte: UInt8) throws(JSONSyntaxError) {
        skipSpace()
        guard current == byte else { throw unexpected(byte) }
        index += 1
    }

    func unexpected(_ byte: UInt8) -> JSONSyntaxError {
        fail("\(quoted(String(UnicodeScalar(byte)))) is missing")
    }

    /// Skips space and the byte if it is there.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard current == byte else { return false }
        index += 1
        return true
    }

    /// Throws unless only space is left.
    mutating func end() throws(JSONSyntaxError) {
        skipSpace()
        guard index == bytes.count else { throw fail("something follows the value") }
    }

    /// Moves behind a literal such as `true`.
    mutating func literal(_ text: StaticString) throws(JSONSyntaxError) {
        let length = text.utf8CodeUnitCount
        guard bytes.count - index >= length else { throw fail("a value is missing") }
        for offset in 0..<length where bytes[index + offset] != text.utf8Start[offset] {
            throw fail("a value is missing")
        }
        index += length
    }
}
