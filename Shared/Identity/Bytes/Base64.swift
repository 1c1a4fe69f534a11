/// Base64 (RFC 4648), read to the letter: no white space, no missing or extra padding, no bits left over.
public enum Base64 {
    /// The text with the alphabet of section 4, padded.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: encoded(bytes, standard, padded: true), as: UTF8.self)
    }

    /// The text with the alphabet of section 5 (`-` and `_`), not padded, as JSON Web Tokens have it.
    public static func encodeURL(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: encoded(bytes, url, padded: false), as: UTF8.self)
    }

    /// The bytes of a text of section 4 with its padding; nil for anything else.
    public static func decode(_ text: String) -> [UInt8]? {
        decode(Array(text.utf8))
    }

    /// The bytes of a text of section 5 without padding; nil for anything else.
    public static func decodeURL(_ text: String) -> [UInt8]? {
        decoded(Array(text.utf8)[...], plus: UInt8(ascii: "-"), slash: UInt8(ascii: "_"))
    }

    /// The same of a text in bytes.
    static func decode(_ text: [UInt8]) -> [UInt8]? {
        guard text.count.isMultiple(of: 4) else { return nil }
        let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
        return decoded(text.dropLast(padding), plus: UInt8(ascii: "+"), slash: UInt8(ascii: "/"))
    }

    /// The text of section 4 in bytes, so that a secret's can be overwritten.
    static func encodedBytes(_ bytes: some Collection<UInt8>) -> [UInt8] {
        encoded(bytes, standard, padded: true)
    }

    private static let standard = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let url = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static func encoded(_ bytes: some Collection<UInt8>, _ alphabet: [UInt8], padded: Bool) -> [UInt8] {
        var output: [UInt8] = []
        // Room for all of it at once: a secret leaves no copy behind in storage that was outgrown.
        output.reserveCapacity((bytes.count + 2) / 3 * 4)
        var value: UInt32 = 0
        var bits = 0
        for byte in bytes {
            value = value << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                output.append(alphabet[Int(value >> UInt32(bits) & 63)])
            }
        }
        if bits > 0 { output.append(alphabet[Int(value << UInt32(6 - bits) & 63)]) }
        while padded, !output.count.isMultiple(of: 4) { output.append(UInt8(ascii: "=")) }
        return output
    }

    private static func decoded(_ text: ArraySlice<UInt8>, plus: UInt8, slash: UInt8) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(text.count / 4 * 3 + 2)
        var value: UInt32 = 0
        var bits = 0
        for byte in text {
            guard let digit = digit(byte, plus: plus, slash: slash) else { return nil }
            value = value << 6 | digit
            bits += 6
            if bits >= 8 {
                bits -= 8
                output.append(UInt8(truncatingIfNeeded: value >> UInt32(bits)))
            }
        }
        // Two texts must not stand for the same bytes.
        return value & (1 << UInt32(bits) - 1) == 0 ? output : nil
    }

    private static func digit(_ byte: UInt8, plus: UInt8, slash: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
        case plus: 62
        case slash: 63
        default: nil
        }
    }
}
