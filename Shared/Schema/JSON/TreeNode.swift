/// One value under construction. A key that is set twice keeps its place and takes the later value.
final class TreeNode {
    enum Content {
        case value(JSONValue)
        case object([(key: String, node: TreeNode)])
        case array([TreeNode])
    }

    var content = Content.value(.null)

    init() {}

    init(_ value: JSONValue) {
        content = .value(value)
    }

    func becomeObject() {
        if case .object = content { return }
        content = .object([])
    }

    func becomeArray() {
        if case .array = content { return }
        content = .array([])
    }

    func set(_ key: String, _ node: TreeNode) {
        guard case .object(var members) = content else { return }
        // Taken out, so that the append below does not copy.
        content = .value(.null)
        if let index = members.firstIndex(where: { $0.key == key }) {
            members[index].node = node
        } else {
            members.append((key, node))
        }
        content = .object(members)
    }

    func append(_ node: TreeNode) {
        guard case .array(var elements) = content else { return }
        content = .value(.null)
        elements.append(node)
        content = .array(elements)
    }

    var count: Int {
        if case .array(let elements) = content { elements.count } else { 0 }
    }

    /// Puts any encodable value into this node. Dictionaries are written with sorted keys: equal messages, equal bytes.
    func encode<Value>(_ value: Value) throws where Value: Encodable {
        if Value.self == [String: JSONValue].self, let members = value as? [String: JSONValue] {
            content = .value(.object(members))
        } else if Value.self == [String: Int64].self, let members = value as? [String: Int64] {
            content = .value(.object(members.mapValues { .integer($0) }))
        } else {
            try value.encode(to: TreeEncoder(self))
        }
    }

    func write(to output: inout [UInt8]) {
        switch content {
        case .value(let value): value.write(to: &output)
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                JSONText.append(member.key, to: &output)
                output.append(UInt8(ascii: ":"))
                member.node.write(to: &output)
            }
            output.append(UInt8(ascii: "}"))
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                element.write(to: &output)
            }
            output.append(UInt8(ascii: "]"))
        }
    }
}
