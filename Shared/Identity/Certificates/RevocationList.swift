internal import COpenSSL
public import Schema

/// A certificate revocation list (RFC 5280, 5).
public struct RevocationList: Sendable, Hashable {
    /// The list, DER.
    public let der: [UInt8]
    /// Its number, nil where it has none that fits 64 bits.
    public let number: UInt64?
    /// When it was made.
    public let thisUpdate: WallTime
    /// When the next one is due: past it, a broker refuses every certificate.
    public let nextUpdate: WallTime
    /// The serial numbers revoked, lower-case hex.
    public let serials: Set<String>

    /// Greatest length of a PEM text that is read, bytes (16 MiB).
    public static let maximumLength = 16 << 20

    /// Reads a PEM text with one X509 CRL block.
    ///
    /// - Throws: `certificateInvalid`.
    public init(pem: String) throws(BeaconBusError) {
        let blocks: [PEMBlock]
        do throws(PEM.Fault) {
            blocks = try PEM.blocks(Array(pem.utf8), limit: Self.maximumLength, count: 1, comments: true)
        } catch {
            throw .certificate("a revocation list is not PEM: \(error.reason)")
        }
        guard blocks[0].label == "X509 CRL" else {
            throw .certificate("there is a block \(quoted(blocks[0].label)) where an X509 CRL belongs")
        }
        der = blocks[0].der
        if let fault = DER.fault(der) { throw .certificate("a revocation list is not DER: \(fault)") }
        guard let list = Self.parse(der) else {
            throw .certificate("a revocation list is unreadable: \(OpenSSLFailure.reason())")
        }
        defer {
            X509_CRL_free(list)
            ERR_clear_error()
        }
        guard let thisUpdate = OpenSSLTime.wallTime(X509_CRL_get0_lastUpdate(list)),
            let nextUpdate = OpenSSLTime.wallTime(X509_CRL_get0_nextUpdate(list))
        else { throw .certificate("a revocation list does not say when it was made and when the next is due") }
        self.thisUpdate = thisUpdate
        self.nextUpdate = nextUpdate
        number = Self.number(list)
        var serials: Set<String> = []
        for index in 0..<beaconbus_revoked_count(list) {
            let entry = beaconbus_revoked_at(list, index)
            guard let serial = X509_REVOKED_get0_serialNumber(entry).flatMap(Certificate.serial) else {
                throw .certificate("a revocation list holds a serial number that is none")
            }
            serials.insert(serial)
        }
        self.serials = serials
    }

    /// The list as PEM.
    public var pem: String { PEM.text("X509 CRL", der) }

    /// Whether a serial number, lower-case hex, is revoked.
    public func contains(serial: String) -> Bool { serials.contains(serial) }

    /// Whether a certificate's serial number is revoked; whether the list is that of its authority is not asked here.
    public func contains(_ certificate: Certificate) -> Bool { contains(serial: certificate.serial) }

    /// Whether the list was signed by this authority, and bears its name.
    public func isIssued(by authority: Certificate) -> Bool {
        defer { ERR_clear_error() }
        guard let list = Self.parse(der) else { return false }
        defer { X509_CRL_free(list) }
        let good = try? authority.withCertificate { certificate in
            guard X509_NAME_cmp(X509_CRL_get_issuer(list), X509_get_subject_name(certificate)) == 0,
                let key = X509_get0_pubkey(certificate)
            else { return false }
            return X509_CRL_verify(list, key) == 1
        }
        return good ?? false
    }

    private static func parse(_ der: [UInt8]) -> OpaquePointer? {
        OpenSSLBytes.read(der, { d2i_X509_CRL(nil, $0, $1) }, release: X509_CRL_free)
    }

    private static func number(_ list: OpaquePointer) -> UInt64? {
        guard let value = X509_CRL_get_ext_d2i(list, NID_crl_number, nil, nil) else { return nil }
        let integer = value.assumingMemoryBound(to: ASN1_INTEGER.self)
        defer { ASN1_INTEGER_free(integer) }
        var number: UInt64 = 0
        return ASN1_INTEGER_get_uint64(&number, integer) == 1 ? number : nil
    }
}
