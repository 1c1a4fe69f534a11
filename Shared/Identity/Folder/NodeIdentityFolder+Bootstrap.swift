public import Schema

extension NodeIdentityFolder {
    /// The operator's bundle, nil where there is none. It is checked in itself, not against the clock.
    ///
    /// - Throws: `certificateInvalid`; `storeFailed` and its like.
    public func bundle() throws(BeaconBusError) -> BootstrapBundle? {
        let path = place("bootstrap.pem")
        guard let content = try files.read(path, limit: Self.fileLimit) else { return nil }
        return try named(path) { () throws(BeaconBusError) in try BootstrapBundle(pem: content) }
    }

    /// Splits the operator's bundle into the files a connection is made with, where they do not hold it already.
    ///
    /// - Returns: the bundle, nil where there is none.
    /// - Throws: `certificateInvalid` for a bundle that is unreadable or another node's; `storeFull`, `storeReadOnly`, `storeFailed`.
    @discardableResult
    public func splitBundle(site: SiteID, node: NodeID) throws(BeaconBusError) -> BootstrapBundle? {
        guard let bundle = try bundle() else { return nil }
        let own = ClientID(kind: .bootstrap, site: site, node)
        guard bundle.client == own || bundle.client == ClientID(kind: .bootstrap, site: site, name: "join") else {
            throw .certificate(
                "\(place("bootstrap.pem")) is that of \(bundle.client), not of \(own)",
                suggestion: "Put the bundle of this node there: `beaconctl node add \(node)`.")
        }
        let folder = place("bootstrap")
        try files.makeFolder(folder)
        try update(folder, "key.pem", bundle.key.pem())
        try update(folder, "certificate.pem", Self.text(bundle.chain))
        try update(path, "authority.pem", SecretBytes(text: bundle.trust.pem))
        return bundle
    }

    /// Stores a bundle as if the operator had put it there (after joining).
    public func store(_ bundle: BootstrapBundle) throws(BeaconBusError) {
        try files.makeFolder(path)
        try replace(path, "bootstrap.pem", bundle.pem())
    }

    /// Removes the one-time credential, which is dead once the node is activated. The authority stays pinned.
    public func removeBundle() throws(BeaconBusError) {
        try files.remove(place("bootstrap.pem"))
        let folder = place("bootstrap")
        for name in try files.names(in: folder) { try files.remove("\(folder)/\(name)") }
        try files.removeFolder(folder)
        try files.synchronise(folder: path)
    }

    /// Writes a file only if it has another content.
    private func update(_ folder: String, _ name: String, _ content: SecretBytes) throws(BeaconBusError) {
        if let found = try files.read("\(folder)/\(name)", limit: Self.fileLimit), SecretBytes(found) == content {
            return
        }
        try replace(folder, name, content)
    }
}
