internal import COpenSSL

/// Names of subjects and issuers.
enum OpenSSLName {
    /// The attributes in their order, each with the number of the set it stands in.
    static func attributes(_ name: OpaquePointer?) -> [NameAttribute] {
        guard let name else { return [] }
        return (0..<X509_NAME_entry_count(name)).map { index in
            let entry = X509_NAME_get_entry(name, index)
            let data = X509_NAME_ENTRY_get_data(entry)
            let type = data.map { ASN1_STRING_type($0) } ?? 0
            return NameAttribute(
                type: objectName(X509_NAME_ENTRY_get_object(entry)), value: text(data),
                isPlain: type == V_ASN1_UTF8STRING || type == V_ASN1_PRINTABLESTRING)
        }
    }

    /// Adds a CN as UTF8String.
    static func add(commonName: String, to name: OpaquePointer?) -> Bool {
        let text = Array(commonName.utf8)
        return X509_NAME_add_entry_by_NID(name, NID_commonName, MBSTRING_FLAG, text, Int32(text.count), -1, 0) == 1
    }

    /// OpenSSL's short name, e.g. "CN", or the dotted number of what it does not know.
    static func objectName(_ object: OpaquePointer?) -> String {
        let nid = OBJ_obj2nid(object)
        if nid != NID_undef, let name = OBJ_nid2sn(nid) { return String(cString: name) }
        var buffer = [CChar](repeating: 0, count: 80)
        guard OBJ_obj2txt(&buffer, Int32(buffer.count), object, 1) > 0 else { return "?" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func text(_ string: UnsafeMutablePointer<ASN1_STRING>?) -> String {
        var output: UnsafeMutablePointer<UInt8>?
        let count = ASN1_STRING_to_UTF8(&output, string)
        guard count >= 0, let output else {
            ERR_clear_error()
            return ""
        }
        defer { beaconbus_openssl_free(output) }
        return String(decoding: UnsafeBufferPointer(start: output, count: Int(count)), as: UTF8.self)
    }
}
