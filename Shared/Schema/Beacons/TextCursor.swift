/// A position in text, for the canonical forms: every step checks the bounds.
struct TextCursor {
    let bytes: UnsafeBufferPointer<UInt8>
    var index = 0

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { index == bytes.count }

    /// Moves behind the text if it comes next.
    mutating func skip(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard bytes.count - index >= length else { return false }
        for offset in 0..<length where bytes[index + offset] != text.utf8Start[offset] { return false }
        index += length
        return true
    }

    /// Exactly so many lower-case hex digits, at most 16.
    mutating func hex(_ digits: Int) -> UInt64? {
        guard bytes.count - index >= digits else { return nil }
        var value: UInt64 = 0
        for offset in 0..<digits {
            guard let digit = Hex.digit(bytes[index + offset]) else { return nil }
            value = value << 4 | UInt64(digit)
        }
        index += digits
        return value
    }

    mutating func uuid() -> BeaconUUID? {
        guard let a = hex(8), skip("-"), let b = hex(4), skip("-"), let c = hex(4), skip("-"), let d = hex(4),
            skip("-"), let e = hex(12)
        else { return nil }
        return BeaconUUID(high: a << 32 | b << 16 | c, low: d << 48 | e)
    }

    /// 0 … 65535 without leading zeros.
    mutating func decimal16() -> UInt16? {
        var value: UInt32 = 0
        var count = 0
        while index < bytes.count, bytes[index] >= 48, bytes[index] <= 57 {
            guard count < 5, count == 0 || value > 0 else { return nil }
            value = value * 10 + UInt32(bytes[index] - 48)
            index += 1
            count += 1
        }
        return count > 0 && value <= 65_535 ? UInt16(value) : nil
    }

    /// All that is left as a name.
    mutating func name() -> BeaconName? {
        let rest = UnsafeBufferPointer(rebasing: bytes[index...])
        guard rest.count <= BeaconName.maximumLength else { return nil }
        index = bytes.count
        return BeaconName(String(decoding: rest, as: UTF8.self))
    }
}
