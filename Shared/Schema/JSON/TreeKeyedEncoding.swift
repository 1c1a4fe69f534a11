struct TreeKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: TreeNode
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) throws { node.set(key.stringValue, TreeNode(.null)) }
    mutating func encode(_ value: Bool, forKey key: Key) throws { node.set(key.stringValue, TreeNode(.bool(value))) }
    mutating func encode(_ value: String, forKey key: Key) throws {
        node.set(key.stringValue, TreeNode(.string(value)))
    }
    mutating func encode(_ value: Double, forKey key: Key) throws {
        node.set(key.stringValue, TreeNode(.number(value)))
    }
    mutating func encode(_ value: Float, forKey key: Key) throws {
        node.set(key.stringValue, TreeNode(.number(Double(value))))
    }
    mutating func encode(_ value: Int, forKey key: Key) throws {
        try node.set(key.stringValue, TreeNode(integer(value)))
    }
    mutating func encode(_ value: Int8, forKey key: Key) throws {
        try node.set(key.stringValue, TreeNode(integer(value)))
    }
    mutating func encode(_ value: Int16, forKey key: Key) throws {
        try node.set(key.stringValue, TreeNode(integer(value)))
    }
    mutating func encode(_ value: Int32, forKey key: Key) throws {
        try node.set(key.stringValue, TreeNode(integer(value)))
    }
    mutating func encode(_ value: Int64, forKey key: Key) throws {
        try node.set(key.stringValue, TreeNode(integer(value)))
    }
    mutating func encode(_ value: UInt, forKey key: Key) throws {
        try node.set(key.stringValue, TreeNode(integer(value)))
    }
    mutating func encode(_ value: UInt8, forKey key: Key) throws {
        try node.set(key.stringValue, TreeNode(integer(value)))
    }
    mutating func encode(_ value: UInt16, forKey key: Key) throws {
        try node.set(key.stringValue, TreeNode(integer(value)))
    }
    mutating func encode(_ value: UInt32, forKey key: Key) throws {
        try node.set(key.stringValue, TreeNode(integer(value)))
    }
    mutating func encode(_ value: UInt64, forKey key: Key) throws {
        try node.set(key.stringValue, TreeNode(integer(value)))
    }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        let child = TreeNode()
        try child.encode(value)
        node.set(key.stringValue, child)
    }

    mutating func nestedContainer<Nested>(
        keyedBy keyType: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> where Nested: CodingKey {
        let child = TreeNode()
        node.set(key.stringValue, child)
        return TreeEncoder(child).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        let child = TreeNode()
        node.set(key.stringValue, child)
        return TreeEncoder(child).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { TreeEncoder(node) }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        let child = TreeNode()
        node.set(key.stringValue, child)
        return TreeEncoder(child)
    }
}

/// An integer of any width as JSON; beyond 64 bits signed it is an error.
func integer(_ value: some BinaryInteger) throws -> JSONValue {
    guard let exact = Int64(exactly: value) else {
        throw EncodingError.invalidValue(
            value, EncodingError.Context(codingPath: [], debugDescription: "\(value) does not fit 64 bits"))
    }
    return .integer(exact)
}
