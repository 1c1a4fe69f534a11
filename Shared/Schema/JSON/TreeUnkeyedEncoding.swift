struct TreeUnkeyedEncoding: UnkeyedEncodingContainer {
    let node: TreeNode
    var codingPath: [any CodingKey] { [] }
    var count: Int { node.count }

    mutating func encodeNil() throws { node.append(TreeNode(.null)) }
    mutating func encode(_ value: Bool) throws { node.append(TreeNode(.bool(value))) }
    mutating func encode(_ value: String) throws { node.append(TreeNode(.string(value))) }
    mutating func encode(_ value: Double) throws { node.append(TreeNode(.number(value))) }
    mutating func encode(_ value: Float) throws { node.append(TreeNode(.number(Double(value)))) }
    mutating func encode(_ value: Int) throws { try node.append(TreeNode(integer(value))) }
    mutating func encode(_ value: Int8) throws { try node.append(TreeNode(integer(value))) }
    mutating func encode(_ value: Int16) throws { try node.append(TreeNode(integer(value))) }
    mutating func encode(_ value: Int32) throws { try node.append(TreeNode(integer(value))) }
    mutating func encode(_ value: Int64) throws { try node.append(TreeNode(integer(value))) }
    mutating func encode(_ value: UInt) throws { try node.append(TreeNode(integer(value))) }
    mutating func encode(_ value: UInt8) throws { try node.append(TreeNode(integer(value))) }
    mutating func encode(_ value: UInt16) throws { try node.append(TreeNode(integer(value))) }
    mutating func encode(_ value: UInt32) throws { try node.append(TreeNode(integer(value))) }
    mutating func encode(_ value: UInt64) throws { try node.append(TreeNode(integer(value))) }

    mutating func encode(_ value: some Encodable) throws {
        let child = TreeNode()
        try child.encode(value)
        node.append(child)
    }

    mutating func nestedContainer<Nested>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested>
    where Nested: CodingKey {
        let child = TreeNode()
        node.append(child)
        return TreeEncoder(child).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        let child = TreeNode()
        node.append(child)
        return TreeEncoder(child).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        let child = TreeNode()
        node.append(child)
        return TreeEncoder(child)
    }
}
