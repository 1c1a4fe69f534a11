internal import COpenSSL
public import Schema

extension SigningRequest {
    /// Whether a certificate may be made of it for `client`: version 1; signed by its own key with SHA-2; P-256 or RSA of
    /// 2048 to 8192 bits; the subject one CN that is the client id; no extension but keyUsage without the rights of an
    /// authority and extendedKeyUsage clientAuth; no other attribute.
    ///
    /// Names, kinds and sites never come from the request: this only says whether it asks for what is known already.
    ///
    /// - Throws: `csrInvalid`, naming the first thing that is wrong.
    public func check(for client: ClientID) throws(BeaconBusError) {
        guard details.version == 0 else { throw .csr("the request has version \(details.version + 1), not 1") }
        guard publicKey.kind.isAccepted else {
            throw .csr("its key is \(publicKey.kind.words), not P-256 or RSA of 2048 to 8192 bits")
        }
        guard Self.algorithms.contains(details.signatureAlgorithm) else {
            throw .csr("it is signed with \(details.signatureAlgorithm), not with SHA-256, SHA-384 or SHA-512")
        }
        guard details.isSigned else { throw .csr("its signature was not made by its key") }
        try checkSubject(client)
        try checkExtensions()
    }

    /// The signatures accepted, by OpenSSL's short names.
    private static let algorithms: Set<String> = [
        "ecdsa-with-SHA256", "ecdsa-with-SHA384", "ecdsa-with-SHA512", "RSA-SHA256", "RSA-SHA384", "RSA-SHA512",
    ]

    private func checkSubject(_ client: ClientID) throws(BeaconBusError) {
        guard let name = subject.first, subject.count == 1 else {
            throw .csr("its subject has \(subject.count) attributes, not one CN")
        }
        guard name.type == "CN" else { throw .csr("its subject is a \(quoted(name.type)), not a CN") }
        // By bytes: Swift's own equality of texts would also take other encodings of the same characters.
        guard name.isPlain, name.value.utf8.elementsEqual(client.description.utf8) else {
            throw .csr("its CN is \(quoted(name.value)), not \(client)")
        }
    }

    private func checkExtensions() throws(BeaconBusError) {
        if let other = details.otherAttributes.first { throw .csr("it has the attribute \(quoted(other))") }
        guard details.extensionLists <= 1, !details.isUnreadable else {
            throw .csr("its list of extensions is malformed")
        }
        var names: Set<String> = []
        for one in details.extensions {
            guard names.insert(one.name).inserted else { throw .csr("it asks for \(quoted(one.name)) twice") }
            switch one.name {
            case "keyUsage":
                guard Self.isPlainKeyUsage(one.value) else { throw .csr("it asks for the key usage of an authority") }
            case "extendedKeyUsage":
                guard Self.purposes(one.value) == [NID_client_auth] else {
                    throw .csr("it asks for another extended key usage than clientAuth")
                }
            default: throw .csr("it asks for the extension \(quoted(one.name))")
            }
        }
    }

    /// Whether a key usage is readable and has neither keyCertSign nor cRLSign.
    private static func isPlainKeyUsage(_ value: [UInt8]) -> Bool {
        var position: UnsafePointer<UInt8>?
        return value.withUnsafeBufferPointer { buffer in
            position = buffer.baseAddress
            guard let bits = d2i_ASN1_BIT_STRING(nil, &position, buffer.count) else { return false }
            defer { ASN1_BIT_STRING_free(bits) }
            return position == buffer.baseAddress.map { $0 + buffer.count }
                && ASN1_BIT_STRING_get_bit(bits, 5) == 0 && ASN1_BIT_STRING_get_bit(bits, 6) == 0
        }
    }

    private static func purposes(_ value: [UInt8]) -> [Int32] {
        let list = OpenSSLBytes.read(value, { d2i_EXTENDED_KEY_USAGE(nil, $0, $1) }, release: EXTENDED_KEY_USAGE_free)
        guard let list else { return [] }
        defer { EXTENDED_KEY_USAGE_free(list) }
        var purposes: [Int32] = []
        while true {
            let purpose = beaconbus_purpose_at(list, Int32(purposes.count))
            if purpose < 0 { return purposes }
            purposes.append(purpose)
        }
    }
}
