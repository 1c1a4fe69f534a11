extension FieldType {
    /// Throws why a value does not have this type or lies outside its range.
    func verify(_ value: JSONValue) throws(SchemaFault) {
        switch self {
        case .any: return
        case .null: guard value.isNull else { throw value.must("null") }
        case .boolean: guard value.boolValue != nil else { throw value.must("a boolean") }
        case .integer(let range):
            guard let number = value.integerValue else { throw value.must("an integer") }
            guard range.contains(number) else { throw .range(range.lowerBound, range.upperBound) }
        case .number(let range):
            guard let number = value.doubleValue else { throw value.must("a number") }
            guard range.contains(number) else { throw .range(range.lowerBound, range.upperBound) }
        case .string(let length):
            guard case .string(let text) = value else { throw value.must("a string") }
            guard text.utf8.count >= length.lowerBound else { throw SchemaFault("", "must not be empty") }
            guard text.utf8.count <= length.upperBound else {
                throw SchemaFault("", "must have at most \(length.upperBound) bytes")
            }
        case .text(let form):
            guard case .string(let text) = value else { throw value.must("a string") }
            guard form.accepts(text) else { throw SchemaFault("", "must be \(form.form), not \(quoted(text))") }
        case .enumeration(let words):
            guard case .string(let text) = value else { throw value.must("a string") }
            guard words.contains(text) else {
                throw SchemaFault("", "must be one of \(words.joined(separator: ", ")), not \(quoted(text))")
            }
        case .time:
            guard case .string(let text) = value else { throw value.must("a string") }
            guard WallTime(text) != nil else { throw SchemaFault("", "must be an RFC 3339 time, not \(quoted(text))") }
        case .object(let schema): try schema.verify(value)
        case .dictionary(let type, let limit): try Self.verify(dictionary: value, type, limit)
        case .array(let type, let count): try Self.verify(array: value, type, count)
        case .either(let types): try Self.verify(value, either: types)
        }
    }

    private static func verify(dictionary value: JSONValue, _ type: FieldType, _ limit: Int) throws(SchemaFault) {
        guard case .object(let members) = value else { throw value.must("an object") }
        guard members.count <= limit else { throw SchemaFault("", "must have at most \(limit) members") }
        for (key, member) in members {
            guard key.utf8.count <= 64 else { throw SchemaFault("", "must have keys of at most 64 bytes") }
            do throws(SchemaFault) {
                try type.verify(member)
            } catch {
                throw error.inside(key)
            }
        }
    }

    private static func verify(
        array value: JSONValue, _ type: FieldType, _ count: ClosedRange<Int>
    ) throws(SchemaFault) {
        guard case .array(let elements) = value else { throw value.must("an array") }
        guard count.contains(elements.count) else {
            let wanted = "must have \(count.lowerBound) to \(count.upperBound) elements"
            throw SchemaFault("", "\(wanted), not \(elements.count)")
        }
        for (index, element) in elements.enumerated() {
            do throws(SchemaFault) {
                try type.verify(element)
            } catch {
                throw error.inside("[\(index)]")
            }
        }
    }

    private static func verify(_ value: JSONValue, either types: [FieldType]) throws(SchemaFault) {
        var reasons: [String] = []
        for type in types {
            do throws(SchemaFault) {
                try type.verify(value)
                return
            } catch {
                reasons.append(error.path.isEmpty ? error.reason : "\(error.path) \(error.reason)")
            }
        }
        throw SchemaFault("", reasons.joined(separator: " or "))
    }
}

extension JSONValue {
    func must(_ expected: String) -> SchemaFault {
        SchemaFault("", "must be \(expected), not \(kindName)")
    }
}

extension SchemaFault {
    static func range(_ least: some Any, _ greatest: some Any) -> SchemaFault {
        SchemaFault("", "must be from \(least) to \(greatest)")
    }
}
