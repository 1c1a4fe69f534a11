internal import COpenSSL
internal import Glibc
public import Schema

extension Certificate {
    /// Reads a certificate.
    ///
    /// - Throws: `certificateInvalid`.
    public init(der: [UInt8]) throws(BeaconBusError) {
        if let fault = DER.fault(der) { throw .certificate("a certificate is not DER: \(fault)") }
        guard let certificate = OpenSSLBytes.read(der, { d2i_X509(nil, $0, $1) }, release: X509_free) else {
            throw .certificate("a certificate is unreadable: \(OpenSSLFailure.reason())")
        }
        defer {
            X509_free(certificate)
            ERR_clear_error()
        }
        guard let notBefore = OpenSSLTime.wallTime(X509_get0_notBefore(certificate)),
            let notAfter = OpenSSLTime.wallTime(X509_get0_notAfter(certificate))
        else { throw .certificate("the validity of a certificate is no time") }
        guard let key = X509_get0_pubkey(certificate) else {
            throw .certificate("a certificate's key is unreadable: \(OpenSSLFailure.reason())")
        }
        guard let serial = X509_get0_serialNumber(certificate).flatMap(Self.serial) else {
            throw .certificate("a certificate's serial number is negative or too long")
        }
        let bytes = OpenSSLBytes.write { i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), $0) }
        let names = OpenSSLName.attributes(X509_get_subject_name(certificate))
        let common = names.filter { $0.type == "CN" }
        self.der = der
        subject = names
        issuer = OpenSSLName.attributes(X509_get_issuer_name(certificate))
        commonName = common.count == 1 ? common[0].value : nil
        client = names.count == 1 && common.count == 1 && common[0].isPlain ? ClientID(common[0].value) : nil
        self.serial = serial
        self.notBefore = notBefore
        self.notAfter = notAfter
        publicKey = PublicKey(key: key, der: bytes ?? [])
        isAuthority = X509_check_ca(certificate) > 0
        extendedKeyUsages = Self.purposes(certificate)
        alternativeNames = Self.alternativeNames(certificate)
    }

    /// Lower-case hex of a positive number of at most 20 bytes; nil for others.
    static func serial(_ number: UnsafePointer<ASN1_INTEGER>) -> String? {
        guard ASN1_STRING_type(number) == V_ASN1_INTEGER else { return nil }
        let bytes = OpenSSLBytes.content(of: number)
        return (1...20).contains(bytes.count) ? HexText.encode(bytes) : nil
    }

    private static func purposes(_ certificate: OpaquePointer) -> [String] {
        guard let list = X509_get_ext_d2i(certificate, NID_ext_key_usage, nil, nil) else { return [] }
        let purposes = OpaquePointer(list)
        defer { EXTENDED_KEY_USAGE_free(purposes) }
        var names: [String] = []
        while true {
            let purpose = beaconbus_purpose_at(purposes, Int32(names.count))
            if purpose < 0 { return names }
            names.append(OBJ_nid2sn(purpose).map { String(cString: $0) } ?? "?")
        }
    }

    private static func alternativeNames(_ certificate: OpaquePointer) -> [String] {
        guard let list = X509_get_ext_d2i(certificate, NID_subject_alt_name, nil, nil) else { return [] }
        let names = OpaquePointer(list)
        defer { GENERAL_NAMES_free(names) }
        return (0..<beaconbus_names_count(names)).compactMap { index in
            var kind: Int32 = 0
            guard let string = beaconbus_name_at(names, index, &kind) else { return nil }
            let bytes = OpenSSLBytes.content(of: string)
            return kind == GEN_DNS ? String(decoding: bytes, as: UTF8.self) : address(bytes)
        }
    }

    /// An address of 4 or 16 bytes as text, nil for another length.
    private static func address(_ bytes: [UInt8]) -> String? {
        var text = [CChar](repeating: 0, count: 64)
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard bytes.count == 4 || bytes.count == 16, inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil
        else {
            return nil
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Lends the certificate as OpenSSL's own.
    func withCertificate<Result>(
        _ body: (OpaquePointer) throws(BeaconBusError) -> Result
    ) throws(BeaconBusError) -> Result {
        guard let certificate = OpenSSLBytes.read(der, { d2i_X509(nil, $0, $1) }, release: X509_free) else {
            throw .certificate("a certificate is unreadable: \(OpenSSLFailure.reason())")
        }
        defer { X509_free(certificate) }
        return try body(certificate)
    }
}
