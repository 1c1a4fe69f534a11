/// The certificates of a node's pair, each with its chain.
public struct CertificateChains: SchemaObject, Equatable {
    /// For n.{site}.{node}, PEM, leaf first.
    public var lifecycle: String
    /// For s.{site}.{node}, PEM, leaf first.
    public var scanner: String
    /// For boot.{site}.{node} with the lifecycle's key, PEM, leaf first: with it the node asks anew once the pair has expired (H31).
    public var bootstrap: String?
    /// When the pair expires.
    public var notAfter: WallTime

    /// Each argument is the field of its name.
    public init(
        lifecycle: String, scanner: String, bootstrap: String? = nil, notAfter: WallTime
    ) {
        self.lifecycle = lifecycle
        self.scanner = scanner
        self.bootstrap = bootstrap
        self.notAfter = notAfter
    }

    public static let schema = ObjectSchema(
        "CertificateChains", "The certificates of a node's pair, each with its chain.",
        [
            Field("lifecycle", .string(maximumLength: 16_384), "For n.{site}.{node}, PEM, leaf first."),
            Field("scanner", .string(maximumLength: 16_384), "For s.{site}.{node}, PEM, leaf first."),
            Field(
                "bootstrap", .string(maximumLength: 16_384), .optional,
                "For boot.{site}.{node} with the lifecycle's key, PEM, leaf first: with it the node asks anew once the pair has expired (H31)."
            ),
            Field("notAfter", .time, "When the pair expires."),
        ])
}
