/// Asks for issued certificates by pages, newest first.
public struct CertificateListCommand: Message, Equatable {
    /// Only this one's.
    public var client: ClientID?
    /// Only those issued before this serial.
    public var before: String?
    /// At most so many; 100 unless said.
    public var limit: Int64?

    /// Each argument is the field of its name.
    public init(
        client: ClientID? = nil, before: String? = nil, limit: Int64? = nil
    ) {
        self.client = client
        self.before = before
        self.limit = limit
    }

    public static let schema = ObjectSchema(
        "CertificateListCommand", "Asks for issued certificates by pages, newest first.",
        [
            Field("client", .text(ClientID.self), .optional, "Only this one's."),
            Field("before", .string(maximumLength: 40), .optional, "Only those issued before this serial."),
            Field("limit", .integer(1...100), .optional, "At most so many; 100 unless said."),
        ])

    public static var samples: [CertificateListCommand] {
        [
            CertificateListCommand(client: .sample, before: "0a", limit: 20),
            CertificateListCommand(),
        ]
    }
}
