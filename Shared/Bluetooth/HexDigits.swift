/// Hexadecimal digits, both ways.
public enum HexDigits {
    /// 0…15 for an ASCII hexadecimal digit of either case, nil for any other byte.
    @inlinable
    public static func value(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character &- UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character &- UInt8(ascii: "a") &+ 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character &- UInt8(ascii: "A") &+ 10
        default: nil
        }
    }

    /// The lower-case ASCII digit of the low four bits.
    @inlinable
    public static func digit(_ value: UInt8) -> UInt8 {
        let low = value & 15
        return low < 10 ? UInt8(ascii: "0") &+ low : UInt8(ascii: "a") &- 10 &+ low
    }

    /// Two lower-case digits a byte.
    public static func text(_ bytes: some Collection<UInt8>) -> String {
        var text = [UInt8]()
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digit(byte >> 4))
            text.append(digit(byte))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The low `count` bytes of `value`, most significant first, two lower-case digits each.
    public static func text(_ value: UInt64, bytes count: Int) -> String {
        text((0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - $0))) })
    }
}
