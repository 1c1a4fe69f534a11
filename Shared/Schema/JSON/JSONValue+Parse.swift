extension JSONValue {
    /// Greatest nesting that is read unless said otherwise.
    public static let defaultDepth = 16

    /// Reads one JSON text (RFC 8259, strict: no comments, no trailing commas, valid UTF-8).
    ///
    /// - Throws: `messageTooLarge` beyond `maximumBytes`; `messageInvalid` naming reason and byte offset.
    public static func parse(
        _ bytes: some Collection<UInt8>, maximumDepth: Int = defaultDepth,
        maximumBytes: Int = MessageCoder.maximumLength
    ) throws(BeaconBusError) -> JSONValue {
        guard bytes.count <= maximumBytes else { throw .tooLarge(bytes.count, limit: maximumBytes) }
        let contiguous = bytes.withContiguousStorageIfAvailable { buffer in
            parse(buffer: buffer, depth: maximumDepth)
        }
        let result = contiguous ?? Array(bytes).withUnsafeBufferPointer { parse(buffer: $0, depth: maximumDepth) }
        switch result {
        case .success(let value): return value
        case .failure(let error): throw .notJSON(error)
        }
    }

    /// Reads the JSON text in a string.
    public static func parse(
        text: String, maximumDepth: Int = defaultDepth, maximumBytes: Int = MessageCoder.maximumLength
    ) throws(BeaconBusError) -> JSONValue {
        try parse(Array(text.utf8), maximumDepth: maximumDepth, maximumBytes: maximumBytes)
    }

    private static func parse(
        buffer: UnsafeBufferPointer<UInt8>, depth: Int
    ) -> Result<JSONValue, JSONSyntaxError> {
        var scanner = JSONScanner(buffer)
        do throws(JSONSyntaxError) {
            let value = try JSONValue(from: &scanner, depth: depth)
            try scanner.end()
            return .success(value)
        } catch {
            return .failure(error)
        }
    }

    init(from scanner: inout JSONScanner, depth: Int) throws(JSONSyntaxError) {
        scanner.skipSpace()
        switch scanner.current {
        case UInt8(ascii: "\""): self = .string(try scanner.string())
        case UInt8(ascii: "{"):
            guard depth > 0 else { throw scanner.fail("values are nested too deeply") }
            scanner.index += 1
            var members: [String: JSONValue] = [:]
            if !scanner.take(UInt8(ascii: "}")) {
                repeat {
                    let key = try scanner.string()
                    try scanner.expect(UInt8(ascii: ":"))
                    let value = try JSONValue(from: &scanner, depth: depth - 1)
                    guard members.updateValue(value, forKey: key) == nil else {
                        throw scanner.fail("the key \(quoted(key)) occurs twice")
                    }
                } while scanner.take(UInt8(ascii: ","))
                try scanner.expect(UInt8(ascii: "}"))
            }
            self = .object(members)
        case UInt8(ascii: "["):
            guard depth > 0 else { throw scanner.fail("values are nested too deeply") }
            scanner.index += 1
            var elements: [JSONValue] = []
            if !scanner.take(UInt8(ascii: "]")) {
                repeat {
                    elements.append(try JSONValue(from: &scanner, depth: depth - 1))
                } while scanner.take(UInt8(ascii: ","))
                try scanner.expect(UInt8(ascii: "]"))
            }
            self = .array(elements)
        case UInt8(ascii: "t"):
            try scanner.literal("true")
            self = .bool(true)
        case UInt8(ascii: "f"):
            try scanner.literal("false")
            self = .bool(false)
        case UInt8(ascii: "n"):
            try scanner.literal("null")
            self = .null
        default:
            switch try scanner.number() {
            case .integer(let value): self = .integer(value)
            case .double(let value): self = .number(value)
            }
        }
    }
}
