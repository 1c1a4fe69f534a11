/// Announces a node: it may enrol once, with the bootstrap certificate this asks for.
public struct NodeAddCommand: Message, Equatable {
    /// The node.
    public var node: NodeID
    /// Certificate signing request for boot.{site}.{node}, PEM, made by who asks.
    public var request: String
    /// Only with a token of this app.
    public var app: AppID?
    /// Only for this user.
    public var user: UserID?
    /// How long the bootstrap certificate is good, ms; a day unless said.
    public var validity: Int64?

    /// Each argument is the field of its name.
    public init(
        node: NodeID, request: String, app: AppID? = nil, user: UserID? = nil, validity: Int64? = nil
    ) {
        self.node = node
        self.request = request
        self.app = app
        self.user = user
        self.validity = validity
    }

    public static let schema = ObjectSchema(
        "NodeAddCommand", "Announces a node: it may enrol once, with the bootstrap certificate this asks for.",
        [
            Field("node", .text(NodeID.self), "The node."),
            Field(
                "request", .string(maximumLength: 8192),
                "Certificate signing request for boot.{site}.{node}, PEM, made by who asks."),
            Field("app", .text(AppID.self), .optional, "Only with a token of this app."),
            Field("user", .text(UserID.self), .optional, "Only for this user."),
            Field("validity", .count, .optional, "How long the bootstrap certificate is good, ms; a day unless said."),
        ])

    public static var samples: [NodeAddCommand] {
        [
            NodeAddCommand(
                node: .sample, request: "-----BEGIN CERTIFICATE REQUEST-----", app: .sample, user: .sample,
                validity: 86_400_000),
            NodeAddCommand(node: .sample, request: "-----BEGIN CERTIFICATE REQUEST-----"),
        ]
    }
}
