/// An issued certificate.
public struct CertificateEntry: SchemaObject, Equatable {
    /// Lower-case hex.
    public var serial: String
    /// Whose.
    public var client: ClientID
    /// What became of it.
    public var status: IssuedStatus
    /// When it was made.
    public var issued: WallTime
    /// When it expires.
    public var notAfter: WallTime
    /// When it was revoked.
    public var revoked: WallTime?
    /// The pair it belongs to.
    public var set: CertificateSetID?

    /// Each argument is the field of its name.
    public init(
        serial: String, client: ClientID, status: IssuedStatus, issued: WallTime, notAfter: WallTime,
        revoked: WallTime? = nil, set: CertificateSetID? = nil
    ) {
        self.serial = serial
        self.client = client
        self.status = status
        self.issued = issued
        self.notAfter = notAfter
        self.revoked = revoked
        self.set = set
    }

    public static let schema = ObjectSchema(
        "CertificateEntry", "An issued certificate.",
        [
            Field("serial", .string(maximumLength: 40), "Lower-case hex."),
            Field("client", .text(ClientID.self), "Whose."),
            Field("status", .words(IssuedStatus.self), "What became of it."),
            Field("issued", .time, "When it was made."),
            Field("notAfter", .time, "When it expires."),
            Field("revoked", .time, .optional, "When it was revoked."),
            Field("set", .text(CertificateSetID.self), .optional, "The pair it belongs to."),
        ])
}
