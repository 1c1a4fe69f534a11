/// The certificate.
public struct IssueReply: Message, Equatable {
    /// PEM, leaf first.
    public var chain: String
    /// The site's authority, PEM.
    public var authority: String
    /// When it expires.
    public var notAfter: WallTime
    /// Whether the broker lets it in; false where it had not confirmed that, absent where nobody says.
    public var applied: Bool?

    /// Each argument is the field of its name.
    public init(
        chain: String, authority: String, notAfter: WallTime, applied: Bool? = nil
    ) {
        self.chain = chain
        self.authority = authority
        self.notAfter = notAfter
        self.applied = applied
    }

    public static let schema = ObjectSchema(
        "IssueReply", "The certificate.",
        [
            Field("chain", .string(maximumLength: 16_384), "PEM, leaf first."),
            Field("authority", .string(maximumLength: 16_384), "The site's authority, PEM."),
            Field("notAfter", .time, "When it expires."),
            Field(
                "applied", .boolean, .optional,
                "Whether the broker lets it in; false where it had not confirmed that, absent where nobody says."),
        ])

    public static var samples: [IssueReply] {
        [
            IssueReply(
                chain: "-----BEGIN CERTIFICATE-----", authority: "-----BEGIN CERTIFICATE-----", notAfter: .sample,
                applied: true)
        ]
    }
}
