/// What a certificate is used for on the bus.
public enum CertificatePurpose: String, Sendable, Hashable, CaseIterable {
    /// To connect to the broker.
    case client = "clientAuth"
    /// To be the broker.
    case server = "serverAuth"
}
