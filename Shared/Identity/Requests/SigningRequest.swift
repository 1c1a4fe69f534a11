internal import COpenSSL
public import Schema

/// A certificate signing request (PKCS #10, RFC 2986).
public struct SigningRequest: Sendable, Hashable {
    /// The key a certificate is wanted for.
    public let publicKey: PublicKey
    /// The name asked for.
    public let subject: [NameAttribute]
    /// The extensions asked for, by OpenSSL's short names, e.g. `subjectAltName`, or dotted numbers.
    public let extensionNames: [String]
    /// The request as PEM, written anew.
    public let pem: String
    /// What else `check(for:)` judges.
    let details: SigningRequestDetails

    /// Greatest length of a PEM text that is read, bytes.
    public static let maximumLength = 8_192

    /// Reads exactly one PEM block of at most 8 KiB; nothing may stand around it, and nothing behind the request in it.
    ///
    /// - Throws: `csrInvalid`, naming why.
    public init(pem: String) throws(BeaconBusError) {
        let blocks: [PEMBlock]
        do throws(PEM.Fault) {
            blocks = try PEM.blocks(Array(pem.utf8), limit: Self.maximumLength, count: 1)
        } catch {
            throw .csr("the request is not PEM: \(error.reason)")
        }
        guard blocks[0].label == "CERTIFICATE REQUEST" || blocks[0].label == "NEW CERTIFICATE REQUEST" else {
            throw .csr("there is a block \(quoted(blocks[0].label)) where a CERTIFICATE REQUEST belongs")
        }
        try self.init(der: blocks[0].der)
    }

    init(der: [UInt8]) throws(BeaconBusError) {
        if let fault = DER.fault(der) { throw .csr("the request is not DER: \(fault)") }
        let request = OpenSSLBytes.read(der, { d2i_X509_REQ(nil, $0, $1) }, release: X509_REQ_free)
        guard let request else { throw .csr("the request is unreadable: \(OpenSSLFailure.reason())") }
        defer { X509_REQ_free(request) }
        guard let key = X509_REQ_get0_pubkey(request) else {
            throw .csr("the request's key is unreadable: \(OpenSSLFailure.reason())")
        }
        do throws(BeaconBusError) {
            publicKey = try PublicKey(key: key, der: Self.keyBytes(request))
        } catch {
            throw .csr("the request's key is unreadable: \(error.reason)")
        }
        subject = OpenSSLName.attributes(X509_REQ_get_subject_name(request))
        details = SigningRequestDetails(request, key: key)
        extensionNames = details.extensions.map(\.name)
        self.pem = PEM.text("CERTIFICATE REQUEST", der)
        ERR_clear_error()
    }

    /// The key's bytes as they stand in the request, so that no other form is taken for the usual one.
    private static func keyBytes(_ request: OpaquePointer) throws(BeaconBusError) -> [UInt8] {
        guard let bytes = OpenSSLBytes.write({ i2d_X509_PUBKEY(X509_REQ_get_X509_PUBKEY(request), $0) }) else {
            throw .certificate(OpenSSLFailure.reason())
        }
        return bytes
    }
}
