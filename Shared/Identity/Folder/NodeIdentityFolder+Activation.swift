public import Schema

extension NodeIdentityFolder {
    /// The set in use, if it still has to be activated.
    public func unactivated() throws(BeaconBusError) -> CertificateSetID? {
        guard let current = try currentID(), try unactivatedSets().contains(current) else { return nil }
        return current
    }

    /// Notes that a set is activated; harmless if that is known.
    public func markActivated(_ id: CertificateSetID) throws(BeaconBusError) {
        let sets = try unactivatedSets()
        guard sets.contains(id) else { return }
        try storeUnactivated(sets.filter { $0 != id })
    }

    /// Adds a set before it comes into use: one that is in use and not noted would never be activated, and then revoked.
    func noteUnactivated(_ id: CertificateSetID) throws(BeaconBusError) {
        // The set in use may be noted too, and stays so until the new one has taken its place.
        let current = try currentID()
        let sets = try unactivatedSets().filter { $0 == current || $0 == id }
        if !sets.contains(id) || sets.isEmpty { try storeUnactivated(sets + [id]) }
    }

    func unactivatedSets() throws(BeaconBusError) -> [CertificateSetID] {
        guard let text = try text(place("unactivated")) else { return [] }
        // A line that is no set is none of ours; there is nothing to activate under such a name.
        return text.split(whereSeparator: \.isNewline).prefix(16).compactMap { CertificateSetID(String($0)) }
    }

    private func storeUnactivated(_ sets: [CertificateSetID]) throws(BeaconBusError) {
        if sets.isEmpty {
            try files.remove(place("unactivated"))
            try files.synchronise(folder: path)
        } else {
            try replace(path, "unactivated", SecretBytes(text: sets.map { "\($0)\n" }.joined()))
        }
    }
}
