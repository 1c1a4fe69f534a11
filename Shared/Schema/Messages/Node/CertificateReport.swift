/// A node's certificate.
public struct CertificateReport: SchemaObject, Equatable {
    /// What it is good for.
    public var status: CertificateStatus
    /// When it expires.
    public var notAfter: WallTime?
    /// The pair in use, where the node manages its own.
    public var set: CertificateSetID?

    /// Each argument is the field of its name.
    public init(
        status: CertificateStatus, notAfter: WallTime? = nil, set: CertificateSetID? = nil
    ) {
        self.status = status
        self.notAfter = notAfter
        self.set = set
    }

    public static let schema = ObjectSchema(
        "CertificateReport", "A node's certificate.",
        [
            Field("status", .words(CertificateStatus.self), "What it is good for."),
            Field("notAfter", .time, .optional, "When it expires."),
            Field(
                "set", .text(CertificateSetID.self), .optional,
                "The pair in use, where the node manages its own."),
        ])
}
