/// Writes DER by hand, right or wrong, for what no honest program would make.
public enum DERWriter {
    /// A value with its tag and the shortest length.
    public static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag] + length(content.count) + content
    }

    /// A SEQUENCE of values.
    public static func sequence(_ values: [UInt8]...) -> [UInt8] { value(0x30, values.flatMap { $0 }) }

    /// A SET of values.
    public static func set(_ values: [UInt8]...) -> [UInt8] { value(0x31, values.flatMap { $0 }) }

    /// An OBJECT IDENTIFIER of its dotted text.
    public static func object(_ dotted: String) -> [UInt8] {
        let arcs = dotted.split(separator: ".").compactMap { UInt64($0) }
        var content: [UInt8] = []
        for arc in [arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2) {
            var digits = [UInt8(arc & 0x7f)]
            var rest = arc >> 7
            while rest > 0 {
                digits.insert(UInt8(rest & 0x7f) | 0x80, at: 0)
                rest >>= 7
            }
            content += digits
        }
        return value(0x06, content)
    }

    /// An INTEGER by its content.
    public static func integer(_ content: UInt8...) -> [UInt8] { value(0x02, content) }

    /// A UTF8String.
    public static func utf8(_ text: String) -> [UInt8] { value(0x0c, Array(text.utf8)) }

    /// A PrintableString, whatever the text holds.
    public static func printable(_ text: String) -> [UInt8] { value(0x13, Array(text.utf8)) }

    /// A BIT STRING of whole bytes.
    public static func bits(_ content: [UInt8]) -> [UInt8] { value(0x03, [0] + content) }

    /// An OCTET STRING.
    public static func octets(_ content: [UInt8]) -> [UInt8] { value(0x04, content) }

    /// The bytes of a length.
    public static func length(_ count: Int) -> [UInt8] {
        switch count {
        case ..<0x80: [UInt8(count)]
        case ..<0x100: [0x81, UInt8(count)]
        default: [0x82, UInt8(count >> 8), UInt8(count & 0xff)]
        }
    }
}
