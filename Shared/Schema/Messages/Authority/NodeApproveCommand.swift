/// Lets a node in that has asked without having been announced.
public struct NodeApproveCommand: Message, Equatable {
    /// The node.
    public var node: NodeID
    /// SHA-256 of its public key, hex, as the machine itself shows it, all of it or its first 16 digits or more; refused
    /// if it differs. Needed where the node had certificates before.
    public var fingerprint: String?

    /// Each argument is the field of its name.
    public init(
        node: NodeID, fingerprint: String? = nil
    ) {
        self.node = node
        self.fingerprint = fingerprint
    }

    public static let schema = ObjectSchema(
        "NodeApproveCommand", "Lets a node in that has asked without having been announced.",
        [
            Field("node", .text(NodeID.self), "The node."),
            Field(
                "fingerprint", .string(maximumLength: 64), .optional,
                "SHA-256 of its public key, hex, as the machine itself shows it, all of it or its first 16 digits or more; refused if it differs. Needed where the node had certificates before."
            ),
        ])

    public static var samples: [NodeApproveCommand] {
        [
            NodeApproveCommand(node: .sample, fingerprint: String(repeating: "0a", count: 32))
        ]
    }
}
