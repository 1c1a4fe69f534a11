/// Revokes all certificates of a node and cuts its connections.
public struct NodeRevokeCommand: Message, Equatable {
    /// The node.
    public var node: NodeID
    /// It may not enrol again, whoever adds or approves it, until it is forgotten.
    public var ban: Bool?
    /// For the audit log.
    public var reason: String?

    /// Each argument is the field of its name.
    public init(
        node: NodeID, ban: Bool? = nil, reason: String? = nil
    ) {
        self.node = node
        self.ban = ban
        self.reason = reason
    }

    public static let schema = ObjectSchema(
        "NodeRevokeCommand", "Revokes all certificates of a node and cuts its connections.",
        [
            Field("node", .text(NodeID.self), "The node."),
            Field(
                "ban", .boolean, .optional,
                "It may not enrol again, whoever adds or approves it, until it is forgotten."),
            Field("reason", .string(maximumLength: 256), .optional, "For the audit log."),
        ])

    public static var samples: [NodeRevokeCommand] {
        [
            NodeRevokeCommand(node: .sample, ban: true, reason: "stolen")
        ]
    }
}
