/// Decodes from a parsed JSON value. Errors carry the path of keys to the value.
final class ValueDecoder: Decoder {
    let value: JSONValue
    let parent: ValueDecoder?
    let key: (any CodingKey)?
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ value: JSONValue, parent: ValueDecoder? = nil, key: (any CodingKey)? = nil) {
        self.value = value
        self.parent = parent
        self.key = key
    }

    var codingPath: [any CodingKey] {
        (parent?.codingPath ?? []) + (key.map { [$0] } ?? [])
    }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> where Key: CodingKey {
        guard case .object(let members) = value else { throw mismatch("an object") }
        return KeyedDecodingContainer(ValueKeyedDecoding<Key>(decoder: self, members: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch("an array") }
        return ValueUnkeyedDecoding(decoder: self, elements: elements)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        ValueSingleDecoding(decoder: self)
    }

    func mismatch(_ expected: String) -> DecodingError {
        .typeMismatch(
            JSONValue.self,
            DecodingError.Context(
                codingPath: codingPath, debugDescription: "must be \(expected), not \(value.kindName)"))
    }

    func bool() throws -> Bool {
        guard let result = value.boolValue else { throw mismatch("a boolean") }
        return result
    }

    func string() throws -> String {
        guard let result = value.stringValue else { throw mismatch("a string") }
        return result
    }

    func double() throws -> Double {
        guard let result = value.doubleValue else { throw mismatch("a number") }
        return result
    }

    func integer<Value>(_ type: Value.Type) throws -> Value where Value: FixedWidthInteger {
        guard let whole = value.integerValue else { throw mismatch("an integer") }
        guard let result = Value(exactly: whole) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: codingPath, debugDescription: "must be from \(Value.min) to \(Value.max)"))
        }
        return result
    }

    func decode<Value>(_ type: Value.Type) throws -> Value where Value: Decodable {
        try Value(from: self)
    }
}

/// The place of an element in an array.
struct IndexKey: CodingKey {
    let index: Int
    var intValue: Int? { index }
    var stringValue: String { "[\(index)]" }

    init(_ index: Int) { self.index = index }
    init?(intValue: Int) { index = intValue }
    init?(stringValue: String) { nil }
}
