internal import COpenSSL

/// What a signing request holds beside name and key.
struct SigningRequestDetails: Sendable, Hashable {
    /// An extension that is asked for.
    struct Extension: Sendable, Hashable {
        /// OpenSSL's short name, or the dotted number.
        let name: String
        /// Its value, DER.
        let value: [UInt8]
    }

    /// 0 for the only version there is.
    let version: Int
    /// The algorithm of its signature by OpenSSL's short name, e.g. `ecdsa-with-SHA256`.
    let signatureAlgorithm: String
    /// Whether the key's owner made the signature.
    let isSigned: Bool
    /// The attributes that are not a list of extensions, by name.
    let otherAttributes: [String]
    /// How many lists of extensions there are.
    let extensionLists: Int
    /// The extensions asked for, in their order.
    let extensions: [Extension]
    /// Whether a list of extensions cannot be read.
    let isUnreadable: Bool

    init(_ request: OpaquePointer, key: OpaquePointer) {
        version = Int(X509_REQ_get_version(request))
        let algorithm = X509_REQ_get_signature_nid(request)
        signatureAlgorithm = OBJ_nid2sn(algorithm).map { String(cString: $0) } ?? "?"
        // A key of absurd size would make the check itself an attack.
        isSigned = EVP_PKEY_get_bits(key) <= 8_192 && X509_REQ_verify(request, key) == 1
        var others: [String] = []
        var lists = 0
        var found: [Extension] = []
        var unreadable = false
        for index in 0..<max(X509_REQ_get_attr_count(request), 0) {
            let attribute = X509_REQ_get_attr(request, index)
            let object = X509_ATTRIBUTE_get0_object(attribute)
            guard OBJ_obj2nid(object) == NID_ext_req else {
                others.append(OpenSSLName.objectName(object))
                continue
            }
            lists += 1
            guard X509_ATTRIBUTE_count(attribute) == 1, let list = Self.extensions(attribute) else {
                unreadable = true
                continue
            }
            found.append(contentsOf: list)
        }
        otherAttributes = others
        extensionLists = lists
        extensions = found
        isUnreadable = unreadable
    }

    private static func extensions(_ attribute: OpaquePointer?) -> [Extension]? {
        guard let type = X509_ATTRIBUTE_get0_type(attribute, 0), type.pointee.type == V_ASN1_SEQUENCE,
            let sequence = type.pointee.value.sequence
        else { return nil }
        let bytes = OpenSSLBytes.content(of: sequence)
        guard let list = beaconbus_extensions_read(bytes, bytes.count) else { return nil }
        defer { beaconbus_extensions_free(list) }
        return (0..<beaconbus_extensions_count(list)).map { index in
            let one = beaconbus_extensions_at(list, index)
            let value = X509_EXTENSION_get_data(one).map { OpenSSLBytes.content(of: $0) } ?? []
            return Extension(name: OpenSSLName.objectName(X509_EXTENSION_get_object(one)), value: value)
        }
    }
}
