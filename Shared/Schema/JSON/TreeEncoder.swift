/// Encodes a message into a tree that keeps the order of its keys; no Foundation, so that a service that only
/// exchanges messages stays small.
final class TreeEncoder: Encoder {
    let node: TreeNode
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ node: TreeNode) {
        self.node = node
    }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> where Key: CodingKey {
        node.becomeObject()
        return KeyedEncodingContainer(TreeKeyedEncoding<Key>(node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray()
        return TreeUnkeyedEncoding(node: node)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        TreeSingleEncoding(node: node)
    }
}
