/// What became of a node.
public struct NodeChangeReply: Message, Equatable {
    /// The node.
    public var node: NodeID
    /// How it stands now.
    public var standing: NodeStanding
    /// How many certificates were revoked.
    public var certificates: Int64
    /// How long it took until the broker had taken the change over, ms: cut the node off, or let it in. Absent where it had
    /// not confirmed that.
    public var duration: Int64?
    /// SHA-256 of the public key that was let in, lower-case hex; absent where a bundle names it, or none was.
    public var fingerprint: String?

    /// Each argument is the field of its name.
    public init(
        node: NodeID, standing: NodeStanding, certificates: Int64, duration: Int64? = nil,
        fingerprint: String? = nil
    ) {
        self.node = node
        self.standing = standing
        self.certificates = certificates
        self.duration = duration
        self.fingerprint = fingerprint
    }

    public static let schema = ObjectSchema(
        "NodeChangeReply", "What became of a node.",
        [
            Field("node", .text(NodeID.self), "The node."),
            Field("standing", .words(NodeStanding.self), "How it stands now."),
            Field("certificates", .count, "How many certificates were revoked."),
            Field(
                "duration", .count, .optional,
                "How long it took until the broker had cut it off or let it in, ms; absent where it had not confirmed that."
            ),
            Field(
                "fingerprint", .string(maximumLength: 64), .optional,
                "SHA-256 of the public key that was let in, lower-case hex; absent where a bundle names it, or none was."
            ),
        ])

    public static var samples: [NodeChangeReply] {
        [
            NodeChangeReply(node: .sample, standing: .revoked, certificates: 3, duration: 84),
            NodeChangeReply(
                node: .sample, standing: .expected, certificates: 0, duration: 3,
                fingerprint: String(repeating: "0a", count: 32)),
        ]
    }
}
