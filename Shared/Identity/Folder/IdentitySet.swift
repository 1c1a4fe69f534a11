public import Schema

/// A node's pair of certificates with their keys, as it lies in its folder. Printed as the type's name only.
public struct IdentitySet: Sendable, Redacted {
    /// What it is called.
    public let id: CertificateSetID
    /// The chain of `n.{site}.{node}`, leaf first; never empty.
    public let lifecycle: [Certificate]
    /// Its key.
    public let lifecycleKey: PrivateKey
    /// The chain of `s.{site}.{node}`, leaf first; never empty.
    public let scanner: [Certificate]
    /// Its key.
    public let scannerKey: PrivateKey
    /// The chain of `boot.{site}.{node}` over the lifecycle's key, where there is one.
    public let bootstrap: [Certificate]?
    /// The set before it, nil for a first one.
    public let previous: CertificateSetID?
    /// What the lifecycle keeps with it.
    public let record: JSONValue

    static let fileNames = [
        "lifecycle.key", "lifecycle.crt", "scanner.key", "scanner.crt", "bootstrap.crt", "set.json",
    ]

    /// From when on the pair is valid: the later not before.
    public var notBefore: WallTime { max(lifecycle[0].notBefore, scanner[0].notBefore) }

    /// Until when the pair is valid: the earlier not after.
    public var notAfter: WallTime { min(lifecycle[0].notAfter, scanner[0].notAfter) }

    /// Checks everything before use: keys belong to certificates, names are the node's, the chains end at a trusted authority,
    /// they are for clients, and they are valid at `time`.
    ///
    /// - Throws: `certificateExpired`; `clockWrong` where they are not valid yet; `certificateInvalid` otherwise.
    public func check(site: SiteID, node: NodeID, trust: TrustStore, at time: WallTime) throws(BeaconBusError) {
        try Self.check(lifecycle, lifecycleKey, ClientID(kind: .node, site: site, node), trust, time)
        try Self.check(scanner, scannerKey, ClientID(kind: .scanner, site: site, node), trust, time)
        guard lifecycleKey.publicKey != scannerKey.publicKey else {
            throw .certificate("lifecycle and scanner have the same key")
        }
        if let bootstrap {
            try Self.check(bootstrap, lifecycleKey, ClientID(kind: .bootstrap, site: site, node), trust, time)
        }
    }

    static func check(
        _ chain: [Certificate], _ key: PrivateKey, _ client: ClientID, _ trust: TrustStore, _ time: WallTime
    ) throws(BeaconBusError) {
        guard let leaf = chain.first else { throw .certificate("the chain of \(client) is empty") }
        guard leaf.publicKey == key.publicKey else {
            throw .certificate("\(TrustStore.name(leaf)) does not belong to its key")
        }
        guard leaf.client == client else { throw .certificate("\(TrustStore.name(leaf)) is not that of \(client)") }
        try trust.verify(chain, purpose: .client, at: time)
    }
}
