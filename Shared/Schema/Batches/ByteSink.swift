internal import Glibc

/// A buffer of fixed size that JSON is written into, without allocation and without growing.
///
/// Every step asks for room first and writes nothing where there is none; `overflowed` then says so.
struct ByteSink: ~Copyable {
    let base: UnsafeMutablePointer<UInt8>
    let capacity: Int
    private(set) var count = 0
    private(set) var overflowed = false

    init(capacity: Int) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit {
        base.deallocate()
    }

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

    /// Goes back to an earlier length.
    mutating func truncate(to length: Int) {
        count = min(max(length, 0), count)
        overflowed = false
    }

    /// Takes bytes for written that were put behind the end after asking for room.
    @inline(__always)
    mutating func advance(to length: Int) {
        count = length
    }

    @inline(__always)
    mutating func room(_ length: Int) -> Bool {
        if capacity - count >= length { return true }
        overflowed = true
        return false
    }

    @inline(__always)
    mutating func put(_ byte: UInt8) {
        guard room(1) else { return }
        base[count] = byte
        count += 1
    }

    @inline(__always)
    mutating func put(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        guard room(length) else { return }
        memcpy(base + count, text.utf8Start, length)
        count += length
    }

    /// A word in quotes.
    @inline(__always)
    mutating func put(word: StaticString) {
        put(UInt8(ascii: "\""))
        put(word)
        put(UInt8(ascii: "\""))
    }

    @inline(__always)
    mutating func put(_ value: Int64) {
        guard room(20) else { return }
        var magnitude = value.magnitude
        if value < 0 {
            base[count] = UInt8(ascii: "-")
            count += 1
        }
        var length = 1
        var limit: UInt64 = 10
        while length < 19, magnitude >= limit {
            length += 1
            limit &*= 10
        }
        var position = count + length
        repeat {
            position -= 1
            base[position] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: magnitude % 10)
            magnitude /= 10
        } while position > count
        count += length
    }

    /// A number that reads back as the same double: up to three decimals by hand, any other by the library's own text.
    @inline(__always)
    mutating func put(_ value: Double) {
        let scaled = value * 1_000
        guard abs(scaled) < 1e15 else { return putSlowly(value) }
        let whole = Int64(scaled.rounded())
        guard Double(whole) / 1_000 == value else { return putSlowly(value) }
        if whole < 0 { put(UInt8(ascii: "-")) }
        let magnitude = Int64(whole.magnitude)
        put(magnitude / 1_000)
        let fraction = magnitude % 1_000
        guard fraction != 0, room(4) else { return }
        base[count] = UInt8(ascii: ".")
        base[count + 1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: fraction / 100)
        base[count + 2] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: fraction / 10 % 10)
        base[count + 3] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: fraction % 10)
        count += fraction % 10 != 0 ? 4 : fraction % 100 != 0 ? 3 : 2
    }

    @inline(never)
    private mutating func putSlowly(_ value: Double) {
        guard value.isFinite else { return put("null") }
        for byte in value.description.utf8 { put(byte) }
    }

    /// ASCII that needs no escape: an identifier.
    @inline(__always)
    mutating func put(plain text: String) {
        var text = text
        text.withUTF8 { utf8 in
            guard let start = utf8.baseAddress, room(utf8.count) else { return }
            memcpy(base + count, start, utf8.count)
            count += utf8.count
        }
    }

    /// Any text, in quotes, escaped as `JSONText` does it.
    mutating func put(text: String) {
        var text = text
        put(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            for byte in utf8 {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                    put(UInt8(ascii: "\\"))
                    put(byte)
                case 0x0a: put("\\n")
                case 0x0d: put("\\r")
                case 0x09: put("\\t")
                case 0x00..<0x20, 0x7f:
                    put("\\u00")
                    put(Hex.character(byte >> 4))
                    put(Hex.character(byte))
                default: put(byte)
                }
            }
        }
        put(UInt8(ascii: "\""))
    }

    /// Hex digits of the low bits.
    @inline(__always)
    mutating func put(hex value: UInt64, digits: Int) {
        guard room(digits) else { return }
        var shift = 4 * digits
        while shift > 0 {
            shift -= 4
            base[count] = Hex.character(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
            count += 1
        }
    }
}
