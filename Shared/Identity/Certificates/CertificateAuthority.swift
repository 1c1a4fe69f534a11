internal import COpenSSL
public import Schema

/// A certificate authority: its certificate, and the key that signs.
public struct CertificateAuthority: Sendable {
    /// Its certificate.
    public let certificate: Certificate
    /// Its key.
    public let key: PrivateKey

    /// Takes an authority that exists.
    ///
    /// - Throws: `certificateInvalid` where the key is not the certificate's, or that may not issue.
    public init(certificate: Certificate, key: PrivateKey) throws(BeaconBusError) {
        guard certificate.publicKey == key.publicKey else {
            throw .certificate("the authority's key does not belong to its certificate")
        }
        guard certificate.isAuthority else { throw .certificate("the authority's certificate may not issue others") }
        self.certificate = certificate
        self.key = key
    }

    /// Makes an authority of its own for a site: P-256, CN `authority.{site}`, for leaf certificates and lists only.
    ///
    /// It is valid from an hour before `now`, so that no leaf's not before lies before it, for `life`.
    public static func make(site: SiteID, now: WallTime, life: Duration) throws(BeaconBusError) -> CertificateAuthority
    {
        let key = try PrivateKey.generate()
        let name = "authority.\(site)"
        let certificate = try CertificateBuilder.build { (made, builder) throws(BeaconBusError) in
            try builder.set(made, serial: SystemRandom.serial(), notBefore: now - .seconds(3_600), notAfter: now + life)
            try builder.setName(made, name)
            try builder.setKey(made, key.publicKey)
            try builder.require(X509_set_issuer_name(made, X509_get_subject_name(made)), "setting the issuer")
            try builder.add(made, issuer: made, NID_basic_constraints, "critical,CA:TRUE,pathlen:0")
            try builder.add(made, issuer: made, NID_key_usage, "critical,keyCertSign,cRLSign")
            try builder.add(made, issuer: made, NID_subject_key_identifier, "hash")
            try builder.sign(made, key)
        }
        return try CertificateAuthority(certificate: certificate, key: key)
    }
}
