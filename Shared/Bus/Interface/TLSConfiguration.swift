/// TLS towards the broker. Files are read at each connection, so replacing them takes effect at the next one.
public struct TLSConfiguration: Sendable, Hashable {
    /// The least version spoken.
    public enum Version: String, Sendable, Hashable {
        case tls12 = "tlsv1.2"
        case tls13 = "tlsv1.3"
    }

    /// Who may read the key file at most; a key open to others is refused before it is used.
    public enum KeyReaders: Sendable, Hashable {
        case owner
        case ownerAndGroup
    }

    /// PEM file of the authorities trusted for the broker's certificate.
    public var authorityFile: String
    /// PEM file of the own certificate and its chain; with ``keyFile`` or not at all.
    public var certificateFile: String?
    /// PEM file of the own private key, not encrypted.
    public var keyFile: String?
    public var minimumVersion: Version
    public var keyReaders: KeyReaders

    public init(
        authorityFile: String, certificateFile: String? = nil, keyFile: String? = nil,
        minimumVersion: Version = .tls13, keyReaders: KeyReaders = .ownerAndGroup
    ) {
        self.authorityFile = authorityFile
        self.certificateFile = certificateFile
        self.keyFile = keyFile
        self.minimumVersion = minimumVersion
        self.keyReaders = keyReaders
    }
}
