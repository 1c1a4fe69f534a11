struct TreeSingleEncoding: SingleValueEncodingContainer {
    let node: TreeNode
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws { node.content = .value(.null) }
    mutating func encode(_ value: Bool) throws { node.content = .value(.bool(value)) }
    mutating func encode(_ value: String) throws { node.content = .value(.string(value)) }
    mutating func encode(_ value: Double) throws { node.content = .value(.number(value)) }
    mutating func encode(_ value: Float) throws { node.content = .value(.number(Double(value))) }
    mutating func encode(_ value: Int) throws { node.content = .value(try integer(value)) }
    mutating func encode(_ value: Int8) throws { node.content = .value(try integer(value)) }
    mutating func encode(_ value: Int16) throws { node.content = .value(try integer(value)) }
    mutating func encode(_ value: Int32) throws { node.content = .value(try integer(value)) }
    mutating func encode(_ value: Int64) throws { node.content = .value(try integer(value)) }
    mutating func encode(_ value: UInt) throws { node.content = .value(try integer(value)) }
    mutating func encode(_ value: UInt8) throws { node.content = .value(try integer(value)) }
    mutating func encode(_ value: UInt16) throws { node.content = .value(try integer(value)) }
    mutating func encode(_ value: UInt32) throws { node.content = .value(try integer(value)) }
    mutating func encode(_ value: UInt64) throws { node.content = .value(try integer(value)) }

    mutating func encode(_ value: some Encodable) throws {
        try node.encode(value)
    }
}
