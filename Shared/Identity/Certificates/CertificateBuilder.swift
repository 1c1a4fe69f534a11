internal import COpenSSL
internal import Schema

/// Sets the parts of a certificate that is being made; each call throws `internalError` or says what it cannot take.
struct CertificateBuilder {
    /// Makes a version 3 certificate and gives it to `fill`.
    static func build(
        _ fill: (OpaquePointer, CertificateBuilder) throws(BeaconBusError) -> Void
    ) throws(BeaconBusError) -> Certificate {
        guard let certificate = X509_new() else { throw OpenSSLFailure.unexpected("making a certificate") }
        defer { X509_free(certificate) }
        let builder = CertificateBuilder()
        try builder.require(X509_set_version(certificate, 2), "making a certificate")
        try fill(certificate, builder)
        guard let der = OpenSSLBytes.write({ i2d_X509(certificate, $0) }) else {
            throw OpenSSLFailure.unexpected("encoding a certificate")
        }
        return try Certificate(der: der)
    }

    func require(_ result: Int32, _ doing: String) throws(BeaconBusError) {
        if result <= 0 { throw OpenSSLFailure.unexpected(doing) }
    }

    /// Sets serial number and validity, both times cut to whole seconds.
    func set(
        _ certificate: OpaquePointer, serial: [UInt8], notBefore: WallTime, notAfter: WallTime
    ) throws(BeaconBusError) {
        guard (1...20).contains(serial.count), serial[0] < 0x80, serial.contains(where: { $0 != 0 }) else {
            throw .certificate("a serial number must be positive and have 1 to 20 bytes")
        }
        guard notAfter > notBefore else { throw .certificate("a certificate would expire before it is valid") }
        let number = BN_bin2bn(serial, Int32(serial.count), nil)
        defer { BN_free(number) }
        let encoded = BN_to_ASN1_INTEGER(number, nil)
        defer { ASN1_INTEGER_free(encoded) }
        try require(X509_set_serialNumber(certificate, encoded), "setting the serial number")
        guard OpenSSLTime.set(X509_getm_notBefore(certificate), notBefore),
            OpenSSLTime.set(X509_getm_notAfter(certificate), notAfter)
        else { throw OpenSSLFailure.unexpected("setting the validity") }
    }

    /// Sets the subject to one CN.
    func setName(_ certificate: OpaquePointer, _ name: String) throws(BeaconBusError) {
        guard OpenSSLName.add(commonName: name, to: X509_get_subject_name(certificate)) else {
            throw OpenSSLFailure.unexpected("setting the subject")
        }
    }

    /// Sets the key it is for.
    func setKey(_ certificate: OpaquePointer, _ key: PublicKey) throws(BeaconBusError) {
        let parsed = OpenSSLBytes.read(key.der, { d2i_PUBKEY(nil, $0, $1) }, release: EVP_PKEY_free)
        defer { EVP_PKEY_free(parsed) }
        try require(X509_set_pubkey(certificate, parsed), "setting the key")
    }

    /// Adds an extension in OpenSSL's notation; the value must not hold anything from outside.
    func add(
        _ certificate: OpaquePointer, issuer: OpaquePointer, _ nid: Int32, _ value: String
    ) throws(BeaconBusError) {
        try require(beaconbus_add_extension(certificate, issuer, nil, nid, value), "adding an extension")
    }

    /// Signs it, with SHA-256.
    func sign(_ certificate: OpaquePointer, _ key: PrivateKey) throws(BeaconBusError) {
        try require(key.withKey { X509_sign(certificate, $0, EVP_sha256()) }, "signing a certificate")
    }
}
