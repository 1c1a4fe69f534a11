/// The certificate signing requests of a node's pair of certificates.
public struct CertificateRequests: SchemaObject, Equatable {
    /// For n.{site}.{node}, PEM.
    public var lifecycle: String
    /// For s.{site}.{node}, PEM.
    public var scanner: String

    /// Each argument is the field of its name.
    public init(
        lifecycle: String, scanner: String
    ) {
        self.lifecycle = lifecycle
        self.scanner = scanner
    }

    public static let schema = ObjectSchema(
        "CertificateRequests", "The certificate signing requests of a node's pair of certificates.",
        [
            Field("lifecycle", .string(maximumLength: 8_192), "For n.{site}.{node}, PEM."),
            Field("scanner", .string(maximumLength: 8_192), "For s.{site}.{node}, PEM."),
        ])
}
