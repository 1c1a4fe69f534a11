extension JSONValue: CustomStringConvertible {
    /// Compact JSON with sorted keys: equal values give equal text.
    public var description: String { String(decoding: bytes, as: UTF8.self) }

    /// The same as bytes. A number that is not finite is written as null.
    public var bytes: [UInt8] {
        var output: [UInt8] = []
        write(to: &output)
        return output
    }

    /// Indented by two spaces a level, for people.
    public var prettyDescription: String {
        var output: [UInt8] = []
        write(to: &output, indent: 0)
        return String(decoding: output, as: UTF8.self)
    }

    func write(to output: inout [UInt8], indent: Int? = nil) {
        switch self {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): output.append(contentsOf: value.description.utf8)
        case .number(let value): JSONText.append(value, to: &output)
        case .string(let value): JSONText.append(value, to: &output)
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                JSONText.newLine(indent.map { $0 + 1 }, to: &output)
                element.write(to: &output, indent: indent.map { $0 + 1 })
            }
            if !elements.isEmpty { JSONText.newLine(indent, to: &output) }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            let keys = members.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            for (index, key) in keys.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                JSONText.newLine(indent.map { $0 + 1 }, to: &output)
                JSONText.append(key, to: &output)
                output.append(UInt8(ascii: ":"))
                if indent != nil { output.append(UInt8(ascii: " ")) }
                (members[key] ?? .null).write(to: &output, indent: indent.map { $0 + 1 })
            }
            if !members.isEmpty { JSONText.newLine(indent, to: &output) }
            output.append(UInt8(ascii: "}"))
        }
    }
}
