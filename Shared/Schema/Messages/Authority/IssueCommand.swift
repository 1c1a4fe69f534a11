/// Asks for a certificate of an observer, an operator or a site service.
public struct IssueCommand: Message, Equatable {
    /// Whose; kind obs, op or svc, or boot.{site}.join.
    public var client: ClientID
    /// Certificate signing request for that name, PEM.
    public var request: String
    /// How long it is good, ms; a year unless said.
    public var validity: Int64?
    /// Apps whose tokens it may judge, once their validator names it.
    public var validates: [AppID]?

    /// Each argument is the field of its name.
    public init(
        client: ClientID, request: String, validity: Int64? = nil, validates: [AppID]? = nil
    ) {
        self.client = client
        self.request = request
        self.validity = validity
        self.validates = validates
    }

    public static let schema = ObjectSchema(
        "IssueCommand", "Asks for a certificate of an observer, an operator or a site service.",
        [
            Field("client", .text(ClientID.self), "Whose; kind obs, op or svc, or boot.{site}.join."),
            Field("request", .string(maximumLength: 8192), "Certificate signing request for that name, PEM."),
            Field("validity", .count, .optional, "How long it is good, ms; a year unless said."),
            Field(
                "validates", .array(.text(AppID.self), 0...16), .optional,
                "Apps whose tokens it may judge, once their validator names it."),
        ])

    public static var samples: [IssueCommand] {
        [
            IssueCommand(
                client: .sample, request: "-----BEGIN CERTIFICATE REQUEST-----", validity: 1, validates: [.sample])
        ]
    }
}
