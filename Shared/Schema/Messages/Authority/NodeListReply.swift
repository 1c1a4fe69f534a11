/// A page of nodes.
public struct NodeListReply: Message, Equatable {
    /// How many there are in all.
    public var total: Int64
    /// In order of their names.
    public var nodes: [NodeEntry]
    /// Ask for the next page with this as after; absent at the end.
    public var next: NodeID?

    /// Each argument is the field of its name.
    public init(
        total: Int64, nodes: [NodeEntry], next: NodeID? = nil
    ) {
        self.total = total
        self.nodes = nodes
        self.next = next
    }

    public static let schema = ObjectSchema(
        "NodeListReply", "A page of nodes.",
        [
            Field("total", .count, "How many there are in all."),
            Field("nodes", .list(NodeEntry.self, 0...100), "In order of their names."),
            Field(
                "next", .text(NodeID.self), .optional, "Ask for the next page with this as after; absent at the end."),
        ])

    public static var samples: [NodeListReply] {
        [
            NodeListReply(
                total: 1,
                nodes: [
                    NodeEntry(
                        node: .sample, standing: .active, app: .sample, user: .sample,
                        fingerprint: String(repeating: "0a", count: 32), set: .sample, notAfter: .sample,
                        since: .sample, returns: true)
                ], next: .sample)
        ]
    }
}
