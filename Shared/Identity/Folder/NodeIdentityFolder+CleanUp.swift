public import Schema

extension NodeIdentityFolder {
    /// Removes what a crash left behind, and sets older than the one before the current one. Nothing in use is touched, and
    /// a failure costs only room on the disk.
    ///
    /// - Returns: the first thing that went wrong.
    @discardableResult
    public func cleanUp() -> BeaconBusError? {
        do throws(BeaconBusError) {
            // Only what is there: on a read-only disk nothing is to be done, so nothing fails.
            for name in try files.names(in: path) where Self.besides.contains(name) { try files.remove(place(name)) }
            for folder in ["bootstrap", "pending"] {
                for name in try files.names(in: place(folder)) where name.hasSuffix(".new") {
                    try files.remove(place("\(folder)/\(name)"))
                }
            }
            if try files.status(of: place("pending")) != nil, try files.status(of: place("pending/request.json")) == nil
            {
                try removePending()
            }
        } catch {
            return error
        }
        return collect()
    }

    private static let besides: Set = ["current.new", "unactivated.new", "authority.pem.new", "bootstrap.pem.new"]

    /// Removes all sets but the current one and the one before it.
    func collect() -> BeaconBusError? {
        do throws(BeaconBusError) {
            var kept: Set<CertificateSetID> = []
            if let current = try currentID() {
                kept.insert(current)
                // Unreadable: better to keep all than to lose the one that could be needed.
                if let previous = try note("\(folder(of: current))/set.json").previous { kept.insert(previous) }
            }
            for name in try files.names(in: place("sets")) {
                if let id = CertificateSetID(name), !kept.contains(id) { try removeSet(id) }
            }
            return nil
        } catch {
            return error
        }
    }

    func removeSet(_ id: CertificateSetID) throws(BeaconBusError) {
        let folder = folder(of: id)
        for name in try files.names(in: folder) { try files.remove("\(folder)/\(name)") }
        try files.removeFolder(folder)
    }
}
