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
    /// The node's request; the same id is the same question.
    public var request: RequestID?
    /// SHA-256 of the two signing requests as sent, the lifecycle's first, lower-case hex.
    public var requestsHash: String?

    /// Each argument is the field of its name.
    public init(
        app: AppID, user: UserID, node: NodeID, purpose: ValidationPurpose, token: String? = nil,
        request: RequestID? = nil, requestsHash: String? = nil
    ) {
        self.app = app
        self.user = user
        self.node = node
        self.purpose = purpose
        self.token = token
        self.request = request
        self.requestsHash = requestsHash
    }

    public static let schema = ObjectSchema(
        "ValidateRequest", "Asks an app's validator whether a node may have certificates (H28, H29).",
        [
            Field("app", .text(AppID.self), "The app."),
            Field("user", .text(UserID.self), "The user."),
            Field("node", .text(NodeID.self), "The node."),
            Field("purpose", .words(ValidationPurpose.self), "What for."),
            Field("token", .string(maximumLength: 16_384), .optional, "The access token, when enrolling."),
            Field("request", .text(RequestID.self), .optional, "The node's request; the same id is the same question."),
            Field(
                "requestsHash", .string(maximumLength: 64), .optional,
                "SHA-256 of the two signing requests as sent, the lifecycle's first, lower-case hex."),
        ])

    public static var samples: [ValidateRequest] {
        [
            ValidateRequest(
                app: .sample, user: .sample, node: .sample, purpose: .enrol, token: "…", request: .sample,
                requestsHash: String(repeating: "0a", count: 32)),
            ValidateRequest(app: .sample, user: .sample, node: .sample, purpose: .renew),
        ]
    }
}
