internal import COpenSSL
public import Schema

/// The authorities somebody trusts, and the check of a chain against them.
public struct TrustStore: Sendable, Hashable {
    /// The authorities.
    public let authorities: [Certificate]

    /// Reads a PEM text of 1 to 8 certificates, each an authority's.
    ///
    /// - Throws: `certificateInvalid`.
    public init(pem: String) throws(BeaconBusError) {
        try self.init(try Certificate.chain(pem: pem))
    }

    /// Trusts these.
    ///
    /// - Throws: `certificateInvalid` where there is none, or one is not an authority's.
    public init(_ authorities: [Certificate]) throws(BeaconBusError) {
        guard !authorities.isEmpty else { throw .certificate("no authority is trusted") }
        for authority in authorities where !authority.isAuthority {
            throw .certificate("\(quoted(authority.commonName ?? "")) is trusted, but no authority")
        }
        self.authorities = authorities
    }

    /// The authorities as PEM.
    public var pem: String { authorities.map(\.pem).joined() }

    /// Checks a chain, leaf first, to one of the authorities: signatures, validity of every link at `time`, who may issue,
    /// what the leaf may be used for (it has to say so itself), and that nothing is signed with SHA-1 or a short key.
    ///
    /// - Throws: `certificateExpired`; `clockWrong` where it is not valid yet; `certificateInvalid` otherwise.
    public func verify(_ chain: [Certificate], purpose: CertificatePurpose, at time: WallTime) throws(BeaconBusError) {
        guard let leaf = chain.first else { throw .certificate("the chain is empty") }
        guard let store = X509_STORE_new(), let context = X509_STORE_CTX_new(), let rest = beaconbus_certificates_new()
        else { throw OpenSSLFailure.unexpected("checking a certificate") }
        defer {
            X509_STORE_CTX_free(context)
            X509_STORE_free(store)
            beaconbus_certificates_free(rest)
            ERR_clear_error()
        }
        for authority in authorities {
            try authority.withCertificate { (certificate) throws(BeaconBusError) in
                if X509_STORE_add_cert(store, certificate) != 1 { throw OpenSSLFailure.unexpected("trusting") }
            }
        }
        for link in chain.dropFirst() {
            try link.withCertificate { (certificate) throws(BeaconBusError) in
                guard X509_up_ref(certificate) == 1 else { throw OpenSSLFailure.unexpected("checking a certificate") }
                if beaconbus_certificates_push(rest, certificate) == 0 { X509_free(certificate) }
            }
        }
        let failure = try leaf.withCertificate { (certificate) throws(BeaconBusError) -> Int32 in
            guard X509_STORE_CTX_init(context, store, certificate, rest) == 1 else {
                throw OpenSSLFailure.unexpected("checking a certificate")
            }
            let parameters = X509_STORE_CTX_get0_param(context)
            X509_VERIFY_PARAM_set_time(parameters, time_t(time.milliseconds / 1_000))
            X509_VERIFY_PARAM_set_depth(parameters, Int32(Certificate.maximumChain))
            // 112 bits: RSA from 2048, SHA-2.
            X509_VERIFY_PARAM_set_auth_level(parameters, 2)
            X509_VERIFY_PARAM_set_purpose(
                parameters, purpose == .client ? X509_PURPOSE_SSL_CLIENT : X509_PURPOSE_SSL_SERVER)
            return X509_verify_cert(context) == 1 ? X509_V_OK : max(X509_STORE_CTX_get_error(context), 1)
        }
        if failure != X509_V_OK { throw Self.error(failure, leaf, time) }
        guard leaf.extendedKeyUsages.contains(purpose.rawValue) else {
            throw .certificate("\(Self.name(leaf)) is not for \(purpose.rawValue)")
        }
        guard !leaf.isAuthority else { throw .certificate("\(Self.name(leaf)) is an authority's") }
    }

    static func name(_ certificate: Certificate) -> String {
        "the certificate \(certificate.serial) of \(quoted(certificate.commonName ?? ""))"
    }

    private static func error(_ failure: Int32, _ leaf: Certificate, _ time: WallTime) -> BeaconBusError {
        switch failure {
        case X509_V_ERR_CERT_HAS_EXPIRED:
            BeaconBusError(
                .certificateExpired,
                reason: "it is \(time), and \(name(leaf)) or one above it is valid until \(leaf.notAfter)",
                suggestion: "Have it issued anew; check the clock if it should still be valid.")
        case X509_V_ERR_CERT_NOT_YET_VALID:
            BeaconBusError(
                .clockWrong, reason: "it is \(time), and \(name(leaf)) or one above it is valid from \(leaf.notBefore)",
                suggestion: "Set the clock, or let a time service do it.")
        default:
            .certificate(
                "\(name(leaf)): \(X509_verify_cert_error_string(Int(failure)).map { String(cString: $0) } ?? "not trusted")"
            )
        }
    }
}
