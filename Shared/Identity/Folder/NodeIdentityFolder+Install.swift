public import Schema

extension NodeIdentityFolder {
    /// Puts a new set into use; what is not said to be good by `IdentitySet.check` is not touched.
    ///
    /// The set is complete on the disk, and noted as not activated, before `current` moves to it. Repeating it after a crash or
    /// an error is harmless. The set before stays for `discard`, older ones go.
    ///
    /// - Parameter record: what the caller wants to keep with the set; at most 64 KiB.
    /// - Throws: what `IdentitySet.check` throws, and `storeFull`, `storeReadOnly`, `storeFailed`: then the old set is in use,
    ///   or (where only the last synchronisation failed) perhaps the new one.
    public func install(
        _ id: CertificateSetID, chains: CertificateChains, lifecycleKey: PrivateKey, scannerKey: PrivateKey,
        record: JSONValue = .null, site: SiteID, node: NodeID, trust: TrustStore, at time: WallTime
    ) throws(BeaconBusError) -> IdentitySet {
        let before = try currentID()
        // A repetition must not name the set as its own predecessor.
        let previous = before == id ? try note("\(folder(of: id))/set.json").previous : before
        var bootstrap: [Certificate]?
        if let text = chains.bootstrap { bootstrap = try Certificate.chain(pem: text) }
        let set = IdentitySet(
            id: id, lifecycle: try Certificate.chain(pem: chains.lifecycle), lifecycleKey: lifecycleKey,
            scanner: try Certificate.chain(pem: chains.scanner), scannerKey: scannerKey, bootstrap: bootstrap,
            previous: previous, record: record)
        try set.check(site: site, node: node, trust: trust, at: time)
        if before == id {
            // It was moved before; that may not have reached the disk.
            try files.synchronise(folder: path)
            return set
        }
        let note = SetNote(previous: previous, record: record).bytes
        guard note.count <= Self.maximumRecord else { throw .tooLarge(note.count, limit: Self.maximumRecord) }
        try write(set, note)
        try noteUnactivated(id)
        try moveCurrent(to: id)
        _ = collect()
        return set
    }

    /// Takes a set that was never activated, and never will be, out of use: the one before is current again, or none.
    public func discard(_ id: CertificateSetID) throws(BeaconBusError) {
        if try currentID() == id {
            let previous = (try? note("\(folder(of: id))/set.json"))?.previous
            if let previous, (try? set(previous)) != nil {
                try moveCurrent(to: previous)
            } else {
                try files.remove(place("current"))
                try files.synchronise(folder: path)
            }
        }
        try markActivated(id)
        try removeSet(id)
    }

    private func write(_ set: IdentitySet, _ note: [UInt8]) throws(BeaconBusError) {
        let folder = folder(of: set.id)
        try files.makeFolder(path)
        try files.makeFolder(place("sets"))
        try files.makeFolder(folder)
        try files.write("\(folder)/lifecycle.key", set.lifecycleKey.pem())
        try files.write("\(folder)/scanner.key", set.scannerKey.pem())
        try files.write("\(folder)/lifecycle.crt", Self.text(set.lifecycle))
        try files.write("\(folder)/scanner.crt", Self.text(set.scanner))
        if let bootstrap = set.bootstrap {
            try files.write("\(folder)/bootstrap.crt", Self.text(bootstrap))
        } else {
            try files.remove("\(folder)/bootstrap.crt")
        }
        try files.write("\(folder)/set.json", SecretBytes(note))
        try files.synchronise(folder: folder)
        try files.synchronise(folder: place("sets"))
        try files.synchronise(folder: path)
    }

    private func moveCurrent(to id: CertificateSetID) throws(BeaconBusError) {
        let beside = place("current.new")
        try files.remove(beside)
        try files.link(beside, to: "sets/\(id)")
        try files.rename(beside, to: place("current"))
        try files.synchronise(folder: path)
    }

    static func text(_ chain: [Certificate]) -> SecretBytes {
        SecretBytes(text: chain.map(\.pem).joined())
    }
}
