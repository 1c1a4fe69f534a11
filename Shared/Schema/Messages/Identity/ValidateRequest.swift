/// Asks an app's validator whether a node may have certificates (H28, H29).
public struct ValidateRequest: Message, Equatable {
    /// The app.
    public var app: AppID
    /// The user.
    public var user: UserID
    /// The node.
    public var node: NodeID
    /// What for.
    public var purpose: ValidationPurpose
    /// The access token, when enrolling.
    public var token: String?

    /// Each argument is the field of its name.
    public init(
        app: AppID, user: UserID, node: NodeID, purpose: ValidationPurpose, token: String? = nil
    ) {
        self.app = app
        self.user = user
        self.node = node
        self.purpose = purpose
        self.token = token
    }

    public static let schema = ObjectSchema(
        "ValidateRequest", "Asks an app's validator whether a node may have certificates (H28, H29).",
        [
            Field("app", .text(AppID.self), "The app."),
            Field("user", .text(UserID.self), "The user."),
            Field("node", .text(NodeID.self), "The node."),
            Field("purpose", .words(ValidationPurpose.self), "What for."),
            Field("token", .string(maximumLength: 16_384), .optional, "The access token, when enrolling."),
        ])

    public static var samples: [ValidateRequest] {
        [
            ValidateRequest(app: .sample, user: .sample, node: .sample, purpose: .enrol, token: "…"),
            ValidateRequest(app: .sample, user: .sample, node: .sample, purpose: .renew),
        ]
    }
}
