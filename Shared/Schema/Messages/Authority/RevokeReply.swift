/// The client is cut off.
public struct RevokeReply: Message, Equatable {
    /// Whose.
    public var client: ClientID
    /// How many were revoked.
    public var certificates: Int64
    /// How long it took until the broker had cut it off, ms; absent where it had not confirmed that.
    public var duration: Int64?

    /// Each argument is the field of its name.
    public init(
        client: ClientID, certificates: Int64, duration: Int64? = nil
    ) {
        self.client = client
        self.certificates = certificates
        self.duration = duration
    }

    public static let schema = ObjectSchema(
        "RevokeReply", "The client is cut off.",
        [
            Field("client", .text(ClientID.self), "Whose."),
            Field("certificates", .count, "How many were revoked."),
            Field(
                "duration", .count, .optional,
                "How long it took until the broker had cut it off, ms; absent where it had not confirmed that."),
        ])

    public static var samples: [RevokeReply] {
        [
            RevokeReply(client: .sample, certificates: 1, duration: 84)
        ]
    }
}
