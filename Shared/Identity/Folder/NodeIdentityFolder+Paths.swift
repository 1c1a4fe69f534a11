extension NodeIdentityFolder {
    /// The files a TLS connection is made with; they may not be there yet.
    public struct TLSFiles: Sendable, Hashable {
        /// The chain, leaf first, PEM.
        public var certificate: String
        /// Its key, PEM.
        public var key: String
        /// The pinned authority, PEM.
        public var authority: String
    }

    /// The lifecycle's own, `n.{site}.{node}`.
    public var lifecycleFiles: TLSFiles { files("current/lifecycle.crt", "current/lifecycle.key") }

    /// The scanner's, `s.{site}.{node}`.
    public var scannerFiles: TLSFiles { files("current/scanner.crt", "current/scanner.key") }

    /// The operator's one-time credential, `boot.{site}.{node}`.
    public var bootstrapFiles: TLSFiles { files("bootstrap/certificate.pem", "bootstrap/key.pem") }

    /// With which the node comes back once its pair has expired: `boot.{site}.{node}` with the lifecycle's key.
    public var reserveFiles: TLSFiles { files("current/bootstrap.crt", "current/lifecycle.key") }

    private func files(_ certificate: String, _ key: String) -> TLSFiles {
        TLSFiles(certificate: place(certificate), key: place(key), authority: place("authority.pem"))
    }
}
