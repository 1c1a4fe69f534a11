/// Registers an observer, retained; an empty message removes it (H1).
public struct Registration: Message, Equatable {
    /// Whether it answers token questions (H2).
    public var token: Bool
    /// Which nodes' questions it wants: all, or a list.
    public var nodes: NodeSelection
    /// Free text, new at each CONNECT, the same in its will.
    public var connection: String?

    /// Each argument is the field of its name.
    public init(
        token: Bool, nodes: NodeSelection, connection: String? = nil
    ) {
        self.token = token
        self.nodes = nodes
        self.connection = connection
    }

    public static let schema = ObjectSchema(
        "Registration", "Registers an observer, retained; an empty message removes it (H1).",
        [
            Field("token", .boolean, "Whether it answers token questions (H2)."),
            Field("nodes", .nodeSelection, "Which nodes' questions it wants: all, or a list."),
            Field(
                "connection", .string(maximumLength: 128), .optional,
                "Free text, new at each CONNECT, the same in its will."),
        ])

    public static var samples: [Registration] {
        [
            Registration(token: true, nodes: .all, connection: "c-81"),
            Registration(token: false, nodes: .some([.sample])),
        ]
    }
}
