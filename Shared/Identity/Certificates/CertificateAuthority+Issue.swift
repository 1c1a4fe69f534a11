internal import COpenSSL
public import Schema

extension CertificateAuthority {
    /// Issues a certificate whose every part is said here: nothing is taken from a request but its key.
    ///
    /// - Parameters:
    ///   - serial: 1 to 20 bytes, positive; see `SystemRandom.serial()`.
    ///   - notBefore: cut to whole seconds, as `notAfter`.
    /// - Throws: `certificateInvalid` for a key, serial number, validity or name that cannot be taken.
    public func issue(
        _ profile: CertificateProfile, to client: ClientID, publicKey: PublicKey, serial: [UInt8], notBefore: WallTime,
        notAfter: WallTime
    ) throws(BeaconBusError) -> Certificate {
        guard publicKey.kind.isAccepted else {
            throw .certificate("the key is \(publicKey.kind.words), not P-256 or RSA of 2048 to 8192 bits")
        }
        guard publicKey != key.publicKey else { throw .certificate("the key is the authority's own") }
        guard notAfter <= certificate.notAfter else {
            throw .certificate(
                "it would outlive the authority's own certificate, which expires \(certificate.notAfter)")
        }
        let names = try Self.names(of: profile)
        return try CertificateBuilder.build { (made, builder) throws(BeaconBusError) in
            try builder.set(made, serial: serial, notBefore: notBefore, notAfter: notAfter)
            try builder.setName(made, client.description)
            try builder.setKey(made, publicKey)
            try certificate.withCertificate { (issuer) throws(BeaconBusError) in
                try builder.require(X509_set_issuer_name(made, X509_get_subject_name(issuer)), "setting the issuer")
                try builder.add(made, issuer: issuer, NID_basic_constraints, "critical,CA:FALSE")
                try builder.add(made, issuer: issuer, NID_key_usage, "critical,digitalSignature")
                let purpose: CertificatePurpose = names == nil ? .client : .server
                try builder.add(made, issuer: issuer, NID_ext_key_usage, purpose.rawValue)
                try builder.add(made, issuer: issuer, NID_subject_key_identifier, "hash")
                try builder.add(made, issuer: issuer, NID_authority_key_identifier, "keyid")
                if let names { try builder.add(made, issuer: issuer, NID_subject_alt_name, names) }
            }
            try builder.sign(made, key)
        }
    }

    /// The alternative names in OpenSSL's notation, nil for a client.
    private static func names(of profile: CertificateProfile) throws(BeaconBusError) -> String? {
        guard case .server(let names) = profile else { return nil }
        guard (1...64).contains(names.count) else { throw .certificate("a server needs 1 to 64 names") }
        var parts: [String] = []
        for name in names {
            if isAddress(name) {
                parts.append("IP:\(name)")
            } else if isHostName(name) {
                parts.append("DNS:\(name)")
            } else {
                throw .certificate(
                    "\(quoted(name)) is neither a host name nor an address",
                    suggestion: "Name the broker by host names and IP addresses.")
            }
        }
        return parts.joined(separator: ",")
    }

    private static func isAddress(_ text: String) -> Bool {
        guard let address = a2i_IPADDRESS(text) else {
            ERR_clear_error()
            return false
        }
        ASN1_OCTET_STRING_free(address)
        return true
    }

    /// Labels of letters, digits, `-` and `_`, not at an end with `-`, at most 253 bytes in all; the first may be `*`.
    private static func isHostName(_ text: String) -> Bool {
        guard (1...253).contains(text.utf8.count) else { return false }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.enumerated().allSatisfy { index, label in
            if label == "*", index == 0, labels.count > 1 { return true }
            guard (1...63).contains(label.utf8.count), !label.hasPrefix("-"), !label.hasSuffix("-") else {
                return false
            }
            return label.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                    || byte == 0x2d || byte == 0x5f
            }
        }
    }
}
