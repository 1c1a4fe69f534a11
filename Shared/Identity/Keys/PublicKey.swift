internal import COpenSSL
public import Schema

/// A public key by its SubjectPublicKeyInfo (RFC 5280, 4.1.2.7).
public struct PublicKey: Sendable, Hashable {
    /// The SubjectPublicKeyInfo.
    public let der: [UInt8]
    /// What it is.
    public let kind: PublicKeyKind

    /// What comes before the 64 bytes of an uncompressed point of P-256; the only form that is taken for P-256.
    static let p256Prefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48,
        0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
    ]

    /// Reads a SubjectPublicKeyInfo.
    ///
    /// - Throws: `certificateInvalid` where it is none, or its point does not lie on its curve.
    public init(der: [UInt8]) throws(BeaconBusError) {
        if let fault = DER.fault(der) { throw .certificate("a public key is not DER: \(fault)") }
        let key = OpenSSLBytes.read(der, { d2i_PUBKEY(nil, $0, $1) }, release: EVP_PKEY_free)
        guard let key else { throw .certificate("a public key is unreadable: \(OpenSSLFailure.reason())") }
        defer { EVP_PKEY_free(key) }
        self.init(key: key, der: der)
    }

    /// Reads a PEM text with one PUBLIC KEY block.
    ///
    /// - Throws: `certificateInvalid`.
    public init(pem: String) throws(BeaconBusError) {
        let blocks: [PEMBlock]
        do throws(PEM.Fault) {
            blocks = try PEM.blocks(Array(pem.utf8), limit: 8_192, count: 1, comments: true)
        } catch {
            throw .certificate("a public key is not PEM: \(error.reason)")
        }
        guard blocks[0].label == "PUBLIC KEY" else {
            throw .certificate("it has a block \(quoted(blocks[0].label)) where a PUBLIC KEY belongs")
        }
        try self.init(der: blocks[0].der)
    }

    /// The public half of a key of OpenSSL's.
    init(key: OpaquePointer, der: [UInt8]) {
        self.der = der
        kind = Self.kind(key, der)
    }

    /// The same, encoding it.
    init(key: OpaquePointer) throws(BeaconBusError) {
        guard let der = OpenSSLBytes.write({ i2d_PUBKEY(key, $0) }) else {
            throw .certificate("a public key is unreadable: \(OpenSSLFailure.reason())")
        }
        self.init(key: key, der: der)
    }

    /// The SubjectPublicKeyInfo as PEM.
    public var pem: String { PEM.text("PUBLIC KEY", der) }

    /// SHA-256 of the SubjectPublicKeyInfo, lower-case hex.
    public var fingerprint: String { Digest.sha256Hex(der) }

    /// Whether the signature over the message's SHA-256 was made by this key: ECDSA in DER, or RSA PKCS #1 v1.5.
    public func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard kind.isAccepted, let key = OpenSSLBytes.read(der, { d2i_PUBKEY(nil, $0, $1) }, release: EVP_PKEY_free)
        else { return false }
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        let good =
            EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
        ERR_clear_error()
        return good
    }

    private static func kind(_ key: OpaquePointer, _ der: [UInt8]) -> PublicKeyKind {
        if der.count == p256Prefix.count + 64, der.starts(with: p256Prefix) { return .p256 }
        if EVP_PKEY_is_a(key, "RSA") == 1 {
            var exponent: OpaquePointer?
            let found = EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_RSA_E, &exponent)
            defer { BN_free(exponent) }
            if found == 1, BN_is_word(exponent, 65_537) == 1 { return .rsa(bits: Int(EVP_PKEY_get_bits(key))) }
            ERR_clear_error()
            return .other(name: "RSA with an unusual exponent")
        }
        var name = [CChar](repeating: 0, count: 64)
        var count = 0
        if EVP_PKEY_get_group_name(key, &name, name.count, &count) == 1, count < name.count {
            let text = String(decoding: name.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            return .other(name: text == "prime256v1" ? "P-256 in an unusual form" : text)
        }
        ERR_clear_error()
        return .other(name: EVP_PKEY_get0_type_name(key).map { String(cString: $0) } ?? "unknown")
    }
}
