/// The certificate.
public struct IssueReply: Message, Equatable {
    /// PEM, leaf first.
    public var chain: String
    /// The site's authority, PEM.
    public var authority: String
    /// When it expires.
    public var notAfter: WallTime

    /// Each argument is the field of its name.
    public init(
        chain: String, authority: String, notAfter: WallTime
    ) {
        self.chain = chain
        self.authority = authority
        self.notAfter = notAfter
    }

    public static let schema = ObjectSchema(
        "IssueReply", "The certificate.",
        [
            Field("chain", .string(maximumLength: 16_384), "PEM, leaf first."),
            Field("authority", .string(maximumLength: 16_384), "The site's authority, PEM."),
            Field("notAfter", .time, "When it expires."),
        ])

    public static var samples: [IssueReply] {
        [
            IssueReply(
                chain: "-----BEGIN CERTIFICATE-----", authority: "-----BEGIN CERTIFICATE-----", notAfter: .sample)
        ]
    }
}
