/// Makes one-time tokens of an app whose validator is file.
public struct TokenCreateCommand: Message, Equatable {
    /// The app.
    public var app: AppID
    /// Only for this user.
    public var user: UserID?
    /// Only for this node.
    public var node: NodeID?
    /// How long they are good, ms; a day unless said.
    public var validity: Int64?
    /// How many; one unless said.
    public var count: Int64?

    /// Each argument is the field of its name.
    public init(
        app: AppID, user: UserID? = nil, node: NodeID? = nil, validity: Int64? = nil, count: Int64? = nil
    ) {
        self.app = app
        self.user = user
        self.node = node
        self.validity = validity
        self.count = count
    }

    public static let schema = ObjectSchema(
        "TokenCreateCommand", "Makes one-time tokens of an app whose validator is file.",
        [
            Field("app", .text(AppID.self), "The app."),
            Field("user", .text(UserID.self), .optional, "Only for this user."),
            Field("node", .text(NodeID.self), .optional, "Only for this node."),
            Field("validity", .count, .optional, "How long they are good, ms; a day unless said."),
            Field("count", .integer(1...100), .optional, "How many; one unless said."),
        ])

    public static var samples: [TokenCreateCommand] {
        [
            TokenCreateCommand(app: .sample, user: .sample, node: .sample, validity: 86_400_000, count: 1)
        ]
    }
}
