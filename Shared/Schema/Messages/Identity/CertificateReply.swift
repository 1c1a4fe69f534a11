/// The answer to enrol and renew: certificates that are pending until they are activated.
public struct CertificateReply: Message, Equatable {
    /// What this pair is called; activate names it.
    public var set: CertificateSetID
    /// The certificates.
    public var chains: CertificateChains
    /// The authority's clock, so that a node whose own is wrong can tell.
    public var issued: WallTime

    /// Each argument is the field of its name.
    public init(
        set: CertificateSetID, chains: CertificateChains, issued: WallTime
    ) {
        self.set = set
        self.chains = chains
        self.issued = issued
    }

    public static let schema = ObjectSchema(
        "CertificateReply", "The answer to enrol and renew: certificates that are pending until they are activated.",
        [
            Field("set", .text(CertificateSetID.self), "What this pair is called; activate names it."),
            Field("chains", .object(CertificateChains.self), "The certificates."),
            Field("issued", .time, "The authority's clock, so that a node whose own is wrong can tell."),
        ])

    public static var samples: [CertificateReply] {
        [
            CertificateReply(
                set: .sample,
                chains: CertificateChains(
                    lifecycle: "-----BEGIN CERTIFICATE-----", scanner: "-----BEGIN CERTIFICATE-----",
                    bootstrap: "-----BEGIN CERTIFICATE-----", notAfter: .sample), issued: .sample),
            CertificateReply(
                set: .sample,
                chains: CertificateChains(
                    lifecycle: "-----BEGIN CERTIFICATE-----", scanner: "-----BEGIN CERTIFICATE-----", notAfter: .sample),
                issued: .sample),
        ]
    }
}
