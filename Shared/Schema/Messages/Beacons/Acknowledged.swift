/// How far dispatch has stored a node's journal, retained; the node may delete up to it.
public struct Acknowledged: Message, Equatable {
    /// The node.
    public var node: NodeID
    /// The journal; others are ignored.
    public var journal: JournalID
    /// Every entry up to this number is stored.
    public var through: Int64

    /// Each argument is the field of its name.
    public init(
        node: NodeID, journal: JournalID, through: Int64
    ) {
        self.node = node
        self.journal = journal
        self.through = through
    }

    public static let schema = ObjectSchema(
        "Acknowledged", "How far dispatch has stored a node's journal, retained; the node may delete up to it.",
        [
            Field("node", .text(NodeID.self), "The node."),
            Field("journal", .text(JournalID.self), "The journal; others are ignored."),
            Field("through", .count, "Every entry up to this number is stored."),
        ])

    public static var samples: [Acknowledged] {
        [
            Acknowledged(node: .sample, journal: .sample, through: 41)
        ]
    }
}
