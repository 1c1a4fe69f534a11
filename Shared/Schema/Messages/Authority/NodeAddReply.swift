/// The node is expected.
public struct NodeAddReply: Message, Equatable {
    /// The node.
    public var node: NodeID
    /// The bootstrap certificate, PEM, leaf first.
    public var chain: String
    /// The site's authority, PEM.
    public var authority: String
    /// Until when the node may come.
    public var notAfter: WallTime
    /// Whether it was known before, and may now come with new keys.
    public var rebinds: Bool
    /// Whether the broker lets it in; false where it had not confirmed that, absent where nobody says.
    public var applied: Bool?

    /// Each argument is the field of its name.
    public init(
        node: NodeID, chain: String, authority: String, notAfter: WallTime, rebinds: Bool, applied: Bool? = nil
    ) {
        self.node = node
        self.chain = chain
        self.authority = authority
        self.notAfter = notAfter
        self.rebinds = rebinds
        self.applied = applied
    }

    public static let schema = ObjectSchema(
        "NodeAddReply", "The node is expected.",
        [
            Field("node", .text(NodeID.self), "The node."),
            Field("chain", .string(maximumLength: 16_384), "The bootstrap certificate, PEM, leaf first."),
            Field("authority", .string(maximumLength: 16_384), "The site's authority, PEM."),
            Field("notAfter", .time, "Until when the node may come."),
            Field("rebinds", .boolean, "Whether it was known before, and may now come with new keys."),
            Field(
                "applied", .boolean, .optional,
                "Whether the broker lets it in; false where it had not confirmed that, absent where nobody says."),
        ])

    public static var samples: [NodeAddReply] {
        [
            NodeAddReply(
                node: .sample, chain: "-----BEGIN CERTIFICATE-----", authority: "-----BEGIN CERTIFICATE-----",
                notAfter: .sample, rebinds: false, applied: true)
        ]
    }
}
