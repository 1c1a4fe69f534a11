/// A node's certificate.
public struct CertificateReport: SchemaObject, Equatable {
    /// What it is good for.
    public var status: CertificateStatus
    /// When it expires.
    public var notAfter: WallTime?

    /// Each argument is the field of its name.
    public init(
        status: CertificateStatus, notAfter: WallTime? = nil
    ) {
        self.status = status
        self.notAfter = notAfter
    }

    public static let schema = ObjectSchema(
        "CertificateReport", "A node's certificate.",
        [
            Field("status", .words(CertificateStatus.self), "What it is good for."),
            Field("notAfter", .time, .optional, "When it expires."),
        ])
}
