public import Schema

/// An X.509 certificate (RFC 5280).
public struct Certificate: Sendable, Hashable {
    /// The certificate, DER.
    public let der: [UInt8]
    /// Whose it is, where its subject is one CN of that form.
    public let client: ClientID?
    /// The CN of the subject, nil unless there is exactly one.
    public let commonName: String?
    /// The subject's attributes.
    public let subject: [NameAttribute]
    /// The issuer's attributes.
    public let issuer: [NameAttribute]
    /// The serial number, lower-case hex, two digits a byte.
    public let serial: String
    /// From when on it is valid, whole seconds.
    public let notBefore: WallTime
    /// Until when it is valid, whole seconds.
    public let notAfter: WallTime
    /// The key it is for.
    public let publicKey: PublicKey
    /// Whether it may issue others.
    public let isAuthority: Bool
    /// What it may be used for, by OpenSSL's short names, e.g. `clientAuth`; empty where it does not say.
    public let extendedKeyUsages: [String]
    /// Its alternative names as text: DNS names and IP addresses; others are left out.
    public let alternativeNames: [String]

    /// The certificate as PEM.
    public var pem: String { PEM.text("CERTIFICATE", der) }

    /// SHA-256 of the DER, lower-case hex.
    public var fingerprint: String { Digest.sha256Hex(der) }

    /// From not before to not after.
    public var life: Duration { notAfter - notBefore }

    /// Greatest length of a PEM text of one or more certificates, bytes.
    public static let maximumLength = 65_536

    /// Greatest number of certificates in a chain.
    public static let maximumChain = 8

    /// Reads the first certificate of a PEM text.
    ///
    /// - Throws: `certificateInvalid`.
    public init(pem: String) throws(BeaconBusError) {
        self = try Self.chain(pem: pem)[0]
    }

    /// Reads a PEM text of 1 to 8 certificates and nothing else but lines outside of the blocks, in their order (leaf first).
    ///
    /// - Throws: `certificateInvalid`.
    public static func chain(pem: String) throws(BeaconBusError) -> [Certificate] {
        let blocks: [PEMBlock]
        do throws(PEM.Fault) {
            blocks = try PEM.blocks(Array(pem.utf8), limit: maximumLength, count: maximumChain, comments: true)
        } catch {
            throw .certificate("a certificate is not PEM: \(error.reason)")
        }
        return try chain(blocks: blocks)
    }

    static func chain(blocks: [PEMBlock]) throws(BeaconBusError) -> [Certificate] {
        var chain: [Certificate] = []
        for block in blocks {
            guard block.label == "CERTIFICATE" else {
                throw .certificate("there is a block \(quoted(block.label)) where a CERTIFICATE belongs")
            }
            chain.append(try Certificate(der: block.der))
        }
        return chain
    }
}
