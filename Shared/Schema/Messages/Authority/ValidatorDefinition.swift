/// How an app judges access tokens.
public struct ValidatorDefinition: SchemaObject, Equatable {
    /// Which way.
    public var kind: ValidatorKind
    /// http: where it is asked; https, or http on loopback.
    public var url: String?
    /// http: addresses or networks (CIDR) it may be connected to; without it any but private, loopback and link-local ones.
    public var addresses: [String]?
    /// mqtt: who answers.
    public var client: ClientID?
    /// jwt: the only accepted way of signing.
    public var algorithm: TokenAlgorithm?
    /// jwt: the public key (PEM), or the shared secret for HS256 (base64). Never sent back for HS256.
    public var key: String?
    /// jwt: the iss it must have.
    public var issuer: String?
    /// jwt: the aud it must have.
    public var audience: String?
    /// jwt: how far clocks may differ, ms; 60000 unless said.
    public var leeway: Int64?

    /// Each argument is the field of its name.
    public init(
        kind: ValidatorKind, url: String? = nil, addresses: [String]? = nil, client: ClientID? = nil,
        algorithm: TokenAlgorithm? = nil, key: String? = nil, issuer: String? = nil, audience: String? = nil,
        leeway: Int64? = nil
    ) {
        self.kind = kind
        self.url = url
        self.addresses = addresses
        self.client = client
        self.algorithm = algorithm
        self.key = key
        self.issuer = issuer
        self.audience = audience
        self.leeway = leeway
    }

    public static let schema = ObjectSchema(
        "ValidatorDefinition", "How an app judges access tokens.",
        [
            Field("kind", .words(ValidatorKind.self), "Which way."),
            Field(
                "url", .string(maximumLength: 2048), .optional, "http: where it is asked; https, or http on loopback."),
            Field(
                "addresses", .array(.string(maximumLength: 64), 0...32), .optional,
                "http: addresses or networks (CIDR) it may be connected to; without it any but private, loopback and link-local ones."
            ),
            Field("client", .text(ClientID.self), .optional, "mqtt: who answers."),
            Field("algorithm", .words(TokenAlgorithm.self), .optional, "jwt: the only accepted way of signing."),
            Field(
                "key", .string(maximumLength: 8192), .optional,
                "jwt: the public key (PEM), or the shared secret for HS256 (base64). Never sent back for HS256."),
            Field("issuer", .string(maximumLength: 256), .optional, "jwt: the iss it must have."),
            Field("audience", .string(maximumLength: 256), .optional, "jwt: the aud it must have."),
            Field("leeway", .integer(0...600000), .optional, "jwt: how far clocks may differ, ms; 60000 unless said."),
        ])

    /// One of each kind, for the samples of messages.
    static let examples = [
        ValidatorDefinition(
            kind: .http, url: "https://visits.example/validate", addresses: ["203.0.113.0/24"]),
        ValidatorDefinition(
            kind: .jwt, algorithm: .es256, key: "-----BEGIN PUBLIC KEY-----", issuer: "https://visits.example",
            audience: "beaconbus", leeway: 60_000),
        ValidatorDefinition(kind: .mqtt, client: .sample),
        ValidatorDefinition(kind: .file),
    ]
}
