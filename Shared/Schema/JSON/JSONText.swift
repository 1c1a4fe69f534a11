/// The text forms of JSON scalars.
enum JSONText {
    /// A string with its quotes; control characters escaped, everything else as UTF-8.
    static func append(_ text: String, to output: inout [UInt8]) {
        var text = text
        text.withUTF8 { append($0, to: &output) }
    }

    private static func append(_ utf8: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        var start = 0
        for (index, byte) in utf8.enumerated() {
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7f else {
                continue
            }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
            start = index + 1
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                output.append(UInt8(ascii: "\\"))
                output.append(byte)
            case 0x0a: output.append(contentsOf: "\\n".utf8)
            case 0x0d: output.append(contentsOf: "\\r".utf8)
            case 0x09: output.append(contentsOf: "\\t".utf8)
            default:
                output.append(contentsOf: "\\u00".utf8)
                output.append(Hex.character(byte >> 4))
                output.append(Hex.character(byte))
            }
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        output.append(UInt8(ascii: "\""))
    }

    /// How many bytes a byte of UTF-8 takes in a string's text.
    static func size(of byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x0a, 0x0d, 0x09: 2
        case 0..<0x20, 0x7f: 6
        default: 1
        }
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

extension String {
    /// The text, cut in front of the character that would take its JSON text, without the quotes, beyond so many bytes.
    func cut(toJSONBytes limit: Int) -> String {
        var size = 0
        for scalar in unicodeScalars.indices {
            let next = unicodeScalars.index(after: scalar)
            for byte in utf8[scalar..<next] { size += JSONText.size(of: byte) }
            if size > limit { return String(self[..<scalar]) }
        }
        return self
    }
}
