/// Asks the authority for a node's certificates with a token (H28). Never retained, never logged.
public struct EnrolRequest: Message, Equatable {
    /// The node.
    public var node: NodeID
    /// The user.
    public var user: UserID
    /// The app.
    public var app: AppID
    /// The access token.
    public var token: String
    /// The two requests.
    public var requests: CertificateRequests

    /// Each argument is the field of its name.
    public init(
        node: NodeID, user: UserID, app: AppID, token: String, requests: CertificateRequests
    ) {
        self.node = node
        self.user = user
        self.app = app
        self.token = token
        self.requests = requests
    }

    public static let schema = ObjectSchema(
        "EnrolRequest",
        "Asks the authority for a node's certificates with a token (H28). Never retained, never logged.",
        [
            Field("node", .text(NodeID.self), "The node."),
            Field("user", .text(UserID.self), "The user."),
            Field("app", .text(AppID.self), "The app."),
            Field("token", .string(maximumLength: 16_384), "The access token."),
            Field("requests", .object(CertificateRequests.self), "The two requests."),
        ])

    public static var samples: [EnrolRequest] {
        [
            EnrolRequest(
                node: .sample, user: .sample, app: .sample, token: "…",
                requests: CertificateRequests(
                    lifecycle: "-----BEGIN CERTIFICATE REQUEST-----", scanner: "-----BEGIN CERTIFICATE REQUEST-----"))
        ]
    }
}
