/// Asks one observer for an access token (H25 to H27).
public struct TokenQuestion: Message, Equatable {
    /// The user the node runs for.
    public var user: UserID
    /// The app whose validator judges the token.
    public var app: AppID
    /// The node.
    public var node: NodeID
    /// The attempt to start that waits.
    public var attempt: UInt64

    /// Each argument is the field of its name.
    public init(
        user: UserID, app: AppID, node: NodeID, attempt: UInt64
    ) {
        self.user = user
        self.app = app
        self.node = node
        self.attempt = attempt
    }

    public static let schema = ObjectSchema(
        "TokenQuestion", "Asks one observer for an access token (H25 to H27).",
        [
            Field("user", .text(UserID.self), "The user the node runs for."),
            Field("app", .text(AppID.self), "The app whose validator judges the token."),
            Field("node", .text(NodeID.self), "The node."),
            Field("attempt", .ordinal, "The attempt to start that waits."),
        ])

    public static var samples: [TokenQuestion] {
        [
            TokenQuestion(user: .sample, app: .sample, node: .sample, attempt: 4)
        ]
    }
}
