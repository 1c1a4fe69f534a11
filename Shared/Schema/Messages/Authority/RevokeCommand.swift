/// Revokes the certificates of a client that is no node, and cuts it off.
public struct RevokeCommand: Message, Equatable {
    /// Whose; kind obs, op or svc, or boot.{site}.join.
    public var client: ClientID
    /// For the audit log.
    public var reason: String?

    /// Each argument is the field of its name.
    public init(
        client: ClientID, reason: String? = nil
    ) {
        self.client = client
        self.reason = reason
    }

    public static let schema = ObjectSchema(
        "RevokeCommand", "Revokes the certificates of a client that is no node, and cuts it off.",
        [
            Field("client", .text(ClientID.self), "Whose; kind obs, op or svc, or boot.{site}.join."),
            Field("reason", .string(maximumLength: 256), .optional, "For the audit log."),
        ])

    public static var samples: [RevokeCommand] {
        [
            RevokeCommand(client: .sample, reason: "left")
        ]
    }
}
