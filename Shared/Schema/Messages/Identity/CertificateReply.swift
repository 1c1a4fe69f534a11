/// The answer to enrol and renew.
public struct CertificateReply: Message, Equatable {
    /// The certificates.
    public var chains: CertificateChains

    /// Each argument is the field of its name.
    public init(
        chains: CertificateChains
    ) {
        self.chains = chains
    }

    public static let schema = ObjectSchema(
        "CertificateReply", "The answer to enrol and renew.",
        [
            Field("chains", .object(CertificateChains.self), "The certificates.")
        ])

    public static var samples: [CertificateReply] {
        [
            CertificateReply(
                chains: CertificateChains(
                    lifecycle: "-----BEGIN CERTIFICATE-----", scanner: "-----BEGIN CERTIFICATE-----", notAfter: .sample)
            )
        ]
    }
}
