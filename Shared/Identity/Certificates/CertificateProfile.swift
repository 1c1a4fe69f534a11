/// What kind of certificate is issued; nothing of it comes from a request.
public enum CertificateProfile: Sendable, Hashable {
    /// For a client of the bus: clientAuth, digitalSignature, no authority.
    case client
    /// For the broker: serverAuth, with the DNS names and addresses it is reached by (1 to 64).
    case server(names: [String])
}
