/// Asks for the nodes by pages, in order of their names.
public struct NodeListCommand: Message, Equatable {
    /// Begin behind this one.
    public var after: NodeID?
    /// At most so many; 100 unless said.
    public var limit: Int64?
    /// Only those.
    public var standing: NodeStanding?

    /// Each argument is the field of its name.
    public init(
        after: NodeID? = nil, limit: Int64? = nil, standing: NodeStanding? = nil
    ) {
        self.after = after
        self.limit = limit
        self.standing = standing
    }

    public static let schema = ObjectSchema(
        "NodeListCommand", "Asks for the nodes by pages, in order of their names.",
        [
            Field("after", .text(NodeID.self), .optional, "Begin behind this one."),
            Field("limit", .integer(1...100), .optional, "At most so many; 100 unless said."),
            Field("standing", .words(NodeStanding.self), .optional, "Only those."),
        ])

    public static var samples: [NodeListCommand] {
        [
            NodeListCommand(after: .sample, limit: 50, standing: .waiting),
            NodeListCommand(),
        ]
    }
}
