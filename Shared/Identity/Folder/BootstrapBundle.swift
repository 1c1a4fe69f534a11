public import Schema

/// What an operator puts on a node: a key, the one-time certificate over it, and the authority to trust, in one PEM text.
/// Printed as the type's name only.
public struct BootstrapBundle: Sendable, Redacted {
    /// The key.
    public let key: PrivateKey
    /// The chain of `boot.{site}.{node}` (or `boot.{site}.join`), leaf first.
    public let chain: [Certificate]
    /// The authorities to trust.
    public let trust: TrustStore

    /// Whose certificate it is.
    public let client: ClientID

    /// Until when it is good.
    public var notAfter: WallTime { chain[0].notAfter }

    /// SHA-256 of the certificate, lower-case hex: another bundle has another one.
    public var fingerprint: String { chain[0].fingerprint }

    /// Puts the parts together.
    ///
    /// - Throws: `certificateInvalid` where they do not belong together or are not those of a bootstrap identity.
    public init(key: PrivateKey, chain: [Certificate], trust: TrustStore) throws(BeaconBusError) {
        guard let leaf = chain.first, let client = leaf.client, client.kind == .bootstrap else {
            throw .certificate("its first certificate is not that of a bootstrap identity", suggestion: Self.remedy)
        }
        guard leaf.publicKey == key.publicKey else {
            throw .certificate("its certificate does not belong to its key", suggestion: Self.remedy)
        }
        // Signatures only: how old it is says the clock, which may be wrong still.
        try trust.verify(chain, purpose: .client, at: leaf.notBefore)
        self.key = key
        self.chain = chain
        self.trust = trust
        self.client = client
    }

    /// Reads the text of a bundle: one private key and certificates, in any order; other lines are passed over.
    ///
    /// - Throws: `certificateInvalid`.
    public init(pem: [UInt8]) throws(BeaconBusError) {
        var blocks: [PEMBlock]
        do throws(PEM.Fault) {
            blocks = try PEM.blocks(pem, limit: Certificate.maximumLength, count: 16, comments: true)
        } catch {
            throw .certificate("the bundle is not PEM: \(error.reason)", suggestion: Self.remedy)
        }
        defer { for index in blocks.indices { blocks[index].cleanse() } }
        let keys = blocks.indices.filter { PrivateKey.labels.contains(blocks[$0].label) }
        guard keys.count == 1 else {
            throw .certificate("it has \(keys.count) private keys, not one", suggestion: Self.remedy)
        }
        let certificates = try Certificate.chain(blocks: blocks.filter { !PrivateKey.labels.contains($0.label) })
        try self.init(
            key: try PrivateKey(block: blocks[keys[0]]), chain: certificates.filter { !$0.isAuthority },
            trust: try TrustStore(certificates.filter(\.isAuthority)))
    }

    /// The text of the bundle, for a file of mode 0600.
    public func pem() -> SecretBytes {
        let certificates = chain.map(\.pem).joined() + trust.pem
        var text = key.pem().bytes
        text.append(contentsOf: certificates.utf8)
        return SecretBytes(consuming: &text)
    }

    private static let remedy = "Have the bundle made anew: `beaconctl node add`."
}
