internal import COpenSSL
public import Schema

/// A private key. Those made here are P-256; those read may also be RSA. Printed as the type's name only.
public struct PrivateKey: Sendable, Redacted {
    /// The public half.
    public let publicKey: PublicKey
    private let handle: KeyHandle

    /// Makes a new P-256 key.
    public static func generate() throws(BeaconBusError) -> PrivateKey {
        guard let key = beaconbus_new_p256() else { throw OpenSSLFailure.unexpected("making a key") }
        return try PrivateKey(taking: key)
    }

    /// Reads a PEM text with one PRIVATE KEY (PKCS #8), EC PRIVATE KEY or RSA PRIVATE KEY block, not encrypted.
    ///
    /// - Throws: `certificateInvalid` where it is none, or not P-256 or RSA of 2048 to 8192 bits.
    public init(pem: [UInt8]) throws(BeaconBusError) {
        var blocks: [PEMBlock]
        do throws(PEM.Fault) {
            blocks = try PEM.blocks(pem, limit: 16_384, count: 4, comments: true)
        } catch {
            throw .certificate("a private key is not PEM: \(error.reason)")
        }
        defer { for index in blocks.indices { blocks[index].cleanse() } }
        // `openssl ecparam -genkey` puts the curve's name before the key.
        blocks.removeAll { $0.label == "EC PARAMETERS" }
        guard blocks.count == 1 else { throw .certificate("it is not exactly one private key") }
        try self.init(block: blocks[0])
    }

    /// The same with the text held as a secret.
    public init(pem: SecretBytes) throws(BeaconBusError) {
        try self.init(pem: pem.bytes)
    }

    init(block: PEMBlock) throws(BeaconBusError) {
        guard Self.labels.contains(block.label) else {
            let encrypted = block.label == "ENCRYPTED PRIVATE KEY"
            throw .certificate(
                encrypted
                    ? "the private key is encrypted"
                    : "it has a block \(quoted(block.label)) where a PRIVATE KEY belongs")
        }
        if let fault = DER.fault(block.der) { throw .certificate("a private key is not DER: \(fault)") }
        let key = OpenSSLBytes.read(block.der, { d2i_AutoPrivateKey(nil, $0, $1) }, release: EVP_PKEY_free)
        guard let key else { throw .certificate("a private key is unreadable: \(OpenSSLFailure.reason())") }
        try self.init(taking: key)
        guard publicKey.kind.isAccepted else {
            throw .certificate("the private key is \(publicKey.kind.words), not P-256 or RSA of 2048 bits and more")
        }
        guard isConsistent else { throw .certificate("the two halves of the private key do not belong together") }
    }

    private init(taking key: OpaquePointer) throws(BeaconBusError) {
        handle = KeyHandle(key)
        publicKey = try PublicKey(key: key)
    }

    static let labels: Set<String> = ["PRIVATE KEY", "EC PRIVATE KEY", "RSA PRIVATE KEY"]

    /// The key as PEM, PKCS #8, not encrypted: for a file of mode 0600 and nothing else.
    public func pem() -> SecretBytes {
        var der = handle.withKey { key -> [UInt8]? in
            guard let info = EVP_PKEY2PKCS8(key) else { return nil }
            defer { PKCS8_PRIV_KEY_INFO_free(info) }
            return OpenSSLBytes.write { i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
        }
        guard var bytes = der.take() else { preconditionFailure("a private key cannot be encoded") }
        defer { bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
        var text = PEM.bytes("PRIVATE KEY", bytes)
        return SecretBytes(consuming: &text)
    }

    /// Signs the message's SHA-256: ECDSA in DER (RFC 3279, 2.2.3), or RSA PKCS #1 v1.5.
    public func sign(_ message: [UInt8]) throws(BeaconBusError) -> [UInt8] {
        let signature = handle.withKey { key -> [UInt8]? in
            guard let context = EVP_MD_CTX_new() else { return nil }
            defer { EVP_MD_CTX_free(context) }
            var count = 0
            guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
                EVP_DigestSign(context, nil, &count, message, message.count) == 1
            else { return nil }
            var output = [UInt8](repeating: 0, count: count)
            guard EVP_DigestSign(context, &output, &count, message, message.count) == 1 else { return nil }
            return Array(output.prefix(count))
        }
        guard let signature else { throw OpenSSLFailure.unexpected("signing") }
        return signature
    }

    /// Lends OpenSSL's key for the time of a call.
    func withKey<Result, Failure>(_ body: (OpaquePointer) throws(Failure) -> Result) throws(Failure) -> Result {
        try handle.withKey(body)
    }

    /// Whether a signature of the private half is one of the public half: a key file may hold two that do not match.
    private var isConsistent: Bool {
        let probe = Array("beaconbus-probe".utf8)
        guard let signature = try? sign(probe) else { return false }
        return publicKey.verifies(signature, of: probe)
    }
}
