/// The text forms of JSON scalars.
enum JSONText {
    /// A string with its quotes; control characters escaped, everything else as UTF-8.
    static func append(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                output.append(UInt8(ascii: "\\"))
                output.append(byte)
            case 0x0a: output.append(contentsOf: "\\n".utf8)
            case 0x0d: output.append(contentsOf: "\\r".utf8)
            case 0x09: output.append(contentsOf: "\\t".utf8)
            case 0x00..<0x20, 0x7f:
                output.append(contentsOf: "\\u00".utf8)
                output.append(Hex.character(byte >> 4))
                output.append(Hex.character(byte))
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    /// The shortest text that reads back as the same double; null if it is not finite.
    static func append(_ value: Double, to output: inout [UInt8]) {
        output.append(contentsOf: (value.isFinite ? value.description : "null").utf8)
    }

    /// A new line with its indentation, where there is one.
    static func newLine(_ indent: Int?, to output: inout [UInt8]) {
        guard let indent else { return }
        output.append(0x0a)
        output.append(contentsOf: repeatElement(0x20, count: indent * 2))
    }
}
