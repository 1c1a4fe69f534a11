/// Asks the validator as for an enrolment, and issues nothing. A one-time token is used up by it.
public struct AppTestCommand: Message, Equatable {
    /// The app.
    public var app: AppID
    /// The user.
    public var user: UserID
    /// The node.
    public var node: NodeID
    /// The token to be judged.
    public var token: String?

    /// Each argument is the field of its name.
    public init(
        app: AppID, user: UserID, node: NodeID, token: String? = nil
    ) {
        self.app = app
        self.user = user
        self.node = node
        self.token = token
    }

    public static let schema = ObjectSchema(
        "AppTestCommand",
        "Asks the validator as for an enrolment, and issues nothing. A one-time token is used up by it.",
        [
            Field("app", .text(AppID.self), "The app."),
            Field("user", .text(UserID.self), "The user."),
            Field("node", .text(NodeID.self), "The node."),
            Field("token", .string(maximumLength: 16_384), .optional, "The token to be judged."),
        ])

    public static var samples: [AppTestCommand] {
        [
            AppTestCommand(app: .sample, user: .sample, node: .sample, token: "…")
        ]
    }
}
