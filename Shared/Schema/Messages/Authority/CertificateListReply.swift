/// A page of issued certificates.
public struct CertificateListReply: Message, Equatable {
    /// Newest first.
    public var certificates: [CertificateEntry]
    /// Ask for the next page with this as before; absent at the end.
    public var next: String?

    /// Each argument is the field of its name.
    public init(
        certificates: [CertificateEntry], next: String? = nil
    ) {
        self.certificates = certificates
        self.next = next
    }

    public static let schema = ObjectSchema(
        "CertificateListReply", "A page of issued certificates.",
        [
            Field("certificates", .list(CertificateEntry.self, 0...100), "Newest first."),
            Field(
                "next", .string(maximumLength: 40), .optional,
                "Ask for the next page with this as before; absent at the end."),
        ])

    public static var samples: [CertificateListReply] {
        [
            CertificateListReply(
                certificates: [
                    CertificateEntry(
                        serial: "0a1b", client: .sample, status: .active, issued: .sample, notAfter: .sample,
                        revoked: .sample, set: .sample)
                ], next: "0a1b")
        ]
    }
}
