/// A machine nobody has announced asks to become a node; somebody has to approve it.
public struct JoinRequest: Message, Equatable {
    /// What it wants to be called.
    public var node: NodeID
    /// Certificate signing request for boot.{site}.{node}, PEM.
    public var request: String

    /// Each argument is the field of its name.
    public init(
        node: NodeID, request: String
    ) {
        self.node = node
        self.request = request
    }

    public static let schema = ObjectSchema(
        "JoinRequest", "A machine nobody has announced asks to become a node; somebody has to approve it.",
        [
            Field("node", .text(NodeID.self), "What it wants to be called."),
            Field("request", .string(maximumLength: 8192), "Certificate signing request for boot.{site}.{node}, PEM."),
        ])

    public static var samples: [JoinRequest] {
        [
            JoinRequest(node: .sample, request: "-----BEGIN CERTIFICATE REQUEST-----")
        ]
    }
}
