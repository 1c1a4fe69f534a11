/// Typed reading of JSON members, for the batch reader: every value is checked against type and range, and what is
/// wrong is named by its field.
struct BatchParser {
    var scanner: JSONScanner
    /// The node of the identifier read last: most activations of a batch share it, and so its text.
    var lastNode: NodeID?

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        scanner = JSONScanner(bytes)
    }

    /// Runs a step of the scanner, whose faults are faults of the text as a whole.
    @inline(__always)
    mutating func scan<Value>(
        _ step: (inout JSONScanner) throws(JSONSyntaxError) -> Value
    ) throws(BatchFault) -> Value {
        do throws(JSONSyntaxError) {
            return try step(&scanner)
        } catch {
            throw .syntax(error)
        }
    }

    /// Walks the members of an object: for each known key `member` gets its index in `keys` and must read the value.
    ///
    /// `depth` says how many objects and arrays are open inside, so that unknown members may not nest deeper than the
    /// message coder allows. Keys are looked for in the order our writer has them, from the one found last, so one comparison usually does.
    @inline(__always)
    mutating func object(
        _ keys: [StaticString], _ path: StaticString, depth: Int,
        _ member: (inout BatchParser, Int) throws(BatchFault) -> Void
    ) throws(BatchFault) {
        scanner.skipSpace()
        guard scanner.current == UInt8(ascii: "{") else { throw mismatch(path, "an object") }
        scanner.index += 1
        if scanner.take(UInt8(ascii: "}")) { return }
        var next = 0
        precondition(keys.count <= 128, "more keys than bits")
        var seen: UInt128 = 0
        repeat {
            let token = try scan { scanner throws(JSONSyntaxError) in try scanner.stringToken() }
            try scan { scanner throws(JSONSyntaxError) in try scanner.expect(UInt8(ascii: ":")) }
            if let index = try find(token, keys, from: next) {
                next = index + 1
                guard seen >> UInt128(index) & 1 == 0 else {
                    throw .syntax(scanner.fail("the key \(quoted(keys[index].description)) occurs twice"))
                }
                seen |= 1 << UInt128(index)
                scanner.skipSpace()
                try member(&self, index)
            } else {
                try scan { scanner throws(JSONSyntaxError) in
                    try scanner.skipValue(depth: MessageCoder.maximumDepth - depth)
                }
            }
        } while scanner.take(UInt8(ascii: ","))
        try scan { scanner throws(JSONSyntaxError) in try scanner.expect(UInt8(ascii: "}")) }
    }

    private func find(
        _ token: JSONScanner.StringToken, _ keys: [StaticString], from start: Int
    ) throws(BatchFault) -> Int? {
        if token.escaped {
            // Nobody writes keys so, but it is legal.
            let text: String
            do throws(JSONSyntaxError) { text = try scanner.text(of: token) } catch { throw .syntax(error) }
            return keys.firstIndex { $0.description == text }
        }
        for index in start..<max(start, keys.count) where scanner.equals(token.range, keys[index]) { return index }
        for index in 0..<min(start, keys.count) where scanner.equals(token.range, keys[index]) { return index }
        return nil
    }

    /// Whether the value is null, which counts as absent; it is skipped then.
    @inline(__always)
    mutating func null() throws(BatchFault) -> Bool {
        guard scanner.current == UInt8(ascii: "n") else { return false }
        try scan { scanner throws(JSONSyntaxError) in try scanner.literal("null") }
        return true
    }

    /// The fault of a value that is not of the expected kind.
    @inline(never)
    func mismatch(_ field: StaticString, _ expected: String) -> BatchFault {
        let kind =
            switch scanner.current {
            case UInt8(ascii: "{"): "an object"
            case UInt8(ascii: "["): "an array"
            case UInt8(ascii: "\""): "a string"
            case UInt8(ascii: "t"), UInt8(ascii: "f"): "a boolean"
            case UInt8(ascii: "n"): "null"
            default: "a number"
            }
        return .field(field.description, "must be \(expected), not \(kind)")
    }

    /// True or false.
    mutating func flag(_ field: StaticString) throws(BatchFault) -> Bool {
        switch scanner.current {
        case UInt8(ascii: "t"):
            try scan { scanner throws(JSONSyntaxError) in try scanner.literal("true") }
            return true
        case UInt8(ascii: "f"):
            try scan { scanner throws(JSONSyntaxError) in try scanner.literal("false") }
            return false
        default: throw mismatch(field, "a boolean")
        }
    }

    @inline(__always)
    mutating func number(_ field: StaticString) throws(BatchFault) -> JSONScanner.Number {
        switch scanner.current {
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "t"), UInt8(ascii: "f"),
            UInt8(ascii: "n"):
            throw mismatch(field, "a number")
        default: return try scan { scanner throws(JSONSyntaxError) in try scanner.number() }
        }
    }

    /// A whole number in a range.
    @inline(__always)
    mutating func integer(_ field: StaticString, _ range: ClosedRange<Int64>) throws(BatchFault) -> Int64 {
        let value: Int64
        switch try number(field) {
        case .integer(let whole): value = whole
        case .double(let double):
            guard let whole = Int64(exactly: double) else { throw .field(field.description, "must be an integer") }
            value = whole
        }
        guard range.contains(value) else {
            throw .field(field.description, "must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// A number in a range.
    @inline(__always)
    mutating func double(_ field: StaticString, _ range: ClosedRange<Double>) throws(BatchFault) -> Double {
        let value: Double
        switch try number(field) {
        case .integer(let whole): value = Double(whole)
        case .double(let double): value = double
        }
        guard range.contains(value) else {
            throw .field(field.description, "must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    @inline(__always)
    mutating func token(_ field: StaticString) throws(BatchFault) -> JSONScanner.StringToken {
        guard scanner.current == UInt8(ascii: "\"") else { throw mismatch(field, "a string") }
        return try scan { scanner throws(JSONSyntaxError) in try scanner.stringToken() }
    }

    func text(of token: JSONScanner.StringToken) throws(BatchFault) -> String {
        do throws(JSONSyntaxError) { return try scanner.text(of: token) } catch { throw .syntax(error) }
    }

    /// Free text of at most so many bytes.
    mutating func text(_ field: StaticString, limit: Int = BatchLimits.text) throws(BatchFault) -> String {
        let text = try text(of: token(field))
        guard text.utf8.count <= limit else {
            throw .field(field.description, "must have at most \(limit) bytes")
        }
        return text
    }

    /// A value with an exact text form.
    mutating func value<Value>(_ field: StaticString, _ type: Value.Type) throws(BatchFault) -> Value
    where Value: TextValue {
        let text = try text(of: token(field))
        guard let value = Value(text) else {
            throw .field(field.description, "must be \(Value.form), not \(quoted(text))")
        }
        return value
    }

    /// One of a few words.
    @inline(__always)
    mutating func word<Value>(_ field: StaticString, _ type: Value.Type) throws(BatchFault) -> Value
    where Value: Wording {
        let token = try token(field)
        if !token.escaped {
            for value in Value.table where scanner.equals(token.range, value.word) { return value }
        }
        let text = try text(of: token)
        if let value = Value.table.first(where: { $0.word.description == text }) { return value }
        let words = Value.table.map(\.word.description).joined(separator: ", ")
        throw .field(field.description, "must be one of \(words), not \(quoted(text))")
    }
}

extension JSONScanner {
    /// Whether the bytes of a range are those of a static text.
    @inline(__always)
    func equals(_ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        let other = text.utf8Start
        var offset = 0
        while offset < range.count {
            guard bytes[range.lowerBound + offset] == other[offset] else { return false }
            offset += 1
        }
        return true
    }

    /// The bytes of a range.
    @inline(__always)
    func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[range])
    }
}
