internal import COpenSSL
internal import Glibc
public import Schema

extension CertificateAuthority {
    /// Makes a revocation list (RFC 5280, 5): version 2, with its number, as PEM.
    ///
    /// - Parameters:
    ///   - revoked: serial numbers, lower-case hex, and when they were revoked; one that comes twice counts once.
    ///   - number: rises from list to list.
    /// - Throws: `certificateInvalid` for a serial number that is none.
    public func revocationList(
        _ revoked: [(serial: String, at: WallTime)], number: UInt64, issued: WallTime, nextUpdate: WallTime
    ) throws(BeaconBusError) -> String {
        guard let list = X509_CRL_new(), let now = ASN1_TIME_new(), let next = ASN1_TIME_new() else {
            throw OpenSSLFailure.unexpected("making a revocation list")
        }
        defer {
            X509_CRL_free(list)
            ASN1_TIME_free(now)
            ASN1_TIME_free(next)
        }
        let builder = CertificateBuilder()
        guard OpenSSLTime.set(now, issued), OpenSSLTime.set(next, nextUpdate) else {
            throw OpenSSLFailure.unexpected("setting the times of a revocation list")
        }
        try builder.require(X509_CRL_set_version(list, 1), "making a revocation list")
        try builder.require(X509_CRL_set1_lastUpdate(list, now), "making a revocation list")
        try builder.require(X509_CRL_set1_nextUpdate(list, next), "making a revocation list")
        try certificate.withCertificate { (issuer) throws(BeaconBusError) in
            try builder.require(
                X509_CRL_set_issuer_name(list, X509_get_subject_name(issuer)), "making a revocation list")
            try builder.require(
                beaconbus_add_extension(nil, issuer, list, NID_authority_key_identifier, "keyid:always"),
                "adding an extension")
        }
        try Self.setNumber(list, number)
        var seen: Set<String> = []
        for (serial, at) in revoked where seen.insert(serial).inserted { try Self.add(list, serial, at) }
        try builder.require(X509_CRL_sort(list), "sorting a revocation list")
        try builder.require(key.withKey { X509_CRL_sign(list, $0, EVP_sha256()) }, "signing a revocation list")
        guard let der = OpenSSLBytes.write({ i2d_X509_CRL(list, $0) }) else {
            throw OpenSSLFailure.unexpected("encoding a revocation list")
        }
        return PEM.text("X509 CRL", der)
    }

    private static func setNumber(_ list: OpaquePointer, _ number: UInt64) throws(BeaconBusError) {
        let encoded = ASN1_INTEGER_new()
        defer { ASN1_INTEGER_free(encoded) }
        guard ASN1_INTEGER_set_uint64(encoded, number) == 1,
            X509_CRL_add1_ext_i2d(list, NID_crl_number, encoded, 0, 0) == 1
        else { throw OpenSSLFailure.unexpected("numbering a revocation list") }
    }

    private static func add(_ list: OpaquePointer, _ serial: String, _ at: WallTime) throws(BeaconBusError) {
        guard let bytes = HexText.decode(serial), (1...20).contains(bytes.count), bytes[0] < 0x80 || bytes.count < 20
        else { throw .certificate("\(quoted(serial)) is no serial number") }
        let number = BN_bin2bn(bytes, Int32(bytes.count), nil)
        defer { BN_free(number) }
        let encoded = BN_to_ASN1_INTEGER(number, nil)
        defer { ASN1_INTEGER_free(encoded) }
        let time = ASN1_TIME_new()
        defer { ASN1_TIME_free(time) }
        guard let entry = X509_REVOKED_new() else { throw OpenSSLFailure.unexpected("making a revocation list") }
        // The list takes the entry over, so it is freed here only where it did not come to that.
        guard OpenSSLTime.set(time, at), X509_REVOKED_set_serialNumber(entry, encoded) == 1,
            X509_REVOKED_set_revocationDate(entry, time) == 1, X509_CRL_add0_revoked(list, entry) == 1
        else {
            X509_REVOKED_free(entry)
            throw OpenSSLFailure.unexpected("making a revocation list")
        }
    }
}
