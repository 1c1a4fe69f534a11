/// The certificates of a node's pair, each with its chain.
public struct CertificateChains: SchemaObject, Equatable {
    /// For n.{site}.{node}, PEM, leaf first.
    public var lifecycle: String
    /// For s.{site}.{node}, PEM, leaf first.
    public var scanner: String
    /// When the leaves expire.
    public var notAfter: WallTime

    /// Each argument is the field of its name.
    public init(
        lifecycle: String, scanner: String, notAfter: WallTime
    ) {
        self.lifecycle = lifecycle
        self.scanner = scanner
        self.notAfter = notAfter
    }

    public static let schema = ObjectSchema(
        "CertificateChains", "The certificates of a node's pair, each with its chain.",
        [
            Field("lifecycle", .string(maximumLength: 16_384), "For n.{site}.{node}, PEM, leaf first."),
            Field("scanner", .string(maximumLength: 16_384), "For s.{site}.{node}, PEM, leaf first."),
            Field("notAfter", .time, "When the leaves expire."),
        ])
}
