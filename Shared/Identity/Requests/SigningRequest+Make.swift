internal import COpenSSL
public import Schema

extension SigningRequest {
    /// Makes a request for a client's certificate: the CN is the client id, and nothing else is asked for.
    ///
    /// - Throws: `internalError`, where OpenSSL refuses to work.
    public static func make(for client: ClientID, key: PrivateKey) throws(BeaconBusError) -> SigningRequest {
        guard let request = X509_REQ_new() else { throw OpenSSLFailure.unexpected("making a request") }
        defer { X509_REQ_free(request) }
        let made = key.withKey { key in
            X509_REQ_set_version(request, 0) == 1
                && OpenSSLName.add(commonName: client.description, to: X509_REQ_get_subject_name(request))
                && X509_REQ_set_pubkey(request, key) == 1 && X509_REQ_sign(request, key, EVP_sha256()) > 0
        }
        guard made, let der = OpenSSLBytes.write({ i2d_X509_REQ(request, $0) }) else {
            throw OpenSSLFailure.unexpected("making a request")
        }
        return try SigningRequest(der: der)
    }
}
