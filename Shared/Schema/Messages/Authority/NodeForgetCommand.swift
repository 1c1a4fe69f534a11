/// Revokes, cuts, and removes all that is kept of a node.
public struct NodeForgetCommand: Message, Equatable {
    /// The node.
    public var node: NodeID
    /// Refused unless it stands so. With waiting, one that was revoked before stays revoked, and its asking is forgotten.
    public var standing: NodeStanding?

    /// Each argument is the field of its name.
    public init(
        node: NodeID, standing: NodeStanding? = nil
    ) {
        self.node = node
        self.standing = standing
    }

    public static let schema = ObjectSchema(
        "NodeForgetCommand", "Revokes, cuts, and removes all that is kept of a node.",
        [
            Field("node", .text(NodeID.self), "The node."),
            Field(
                "standing", .words(NodeStanding.self), .optional,
                "Refused unless it stands so. With waiting, one that was revoked before stays revoked, and its asking is forgotten."
            ),
        ])

    public static var samples: [NodeForgetCommand] {
        [
            NodeForgetCommand(node: .sample, standing: .waiting),
            NodeForgetCommand(node: .sample),
        ]
    }
}
