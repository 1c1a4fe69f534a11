/// Revokes, cuts, and removes all that is kept of a node.
public struct NodeForgetCommand: Message, Equatable {
    /// The node.
    public var node: NodeID

    /// Each argument is the field of its name.
    public init(
        node: NodeID
    ) {
        self.node = node
    }

    public static let schema = ObjectSchema(
        "NodeForgetCommand", "Revokes, cuts, and removes all that is kept of a node.",
        [
            Field("node", .text(NodeID.self), "The node.")
        ])

    public static var samples: [NodeForgetCommand] {
        [
            NodeForgetCommand(node: .sample)
        ]
    }
}
