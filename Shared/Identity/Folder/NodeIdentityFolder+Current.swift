public import Schema

extension NodeIdentityFolder {
    /// The set in use, nil where there is none; its certificates are read but not judged.
    ///
    /// - Throws: `certificateInvalid` where a file of it is missing or unreadable; `storeFailed` and its like.
    public func current() throws(BeaconBusError) -> IdentitySet? {
        guard let id = try currentID() else { return nil }
        return try set(id)
    }

    /// The authorities pinned by the bundle, nil where there are none yet.
    public func authority() throws(BeaconBusError) -> TrustStore? {
        let path = place("authority.pem")
        guard let text = try text(path) else { return nil }
        return try named(path) { () throws(BeaconBusError) in try TrustStore(pem: text) }
    }

    /// The name of the set in use, by the link alone.
    public func currentID() throws(BeaconBusError) -> CertificateSetID? {
        guard let target = try files.target(of: place("current")) else {
            // A copy of the folder that followed the link holds another thing under its name.
            guard try files.status(of: place("current")) == nil else {
                throw .certificate("\(place("current")) is no link", suggestion: "Remove \(place("current")).")
            }
            return nil
        }
        guard target.hasPrefix("sets/"), let id = CertificateSetID(String(target.dropFirst(5))) else {
            throw .certificate(
                "\(place("current")) leads to \(quoted(target)), not to a set",
                suggestion: "Remove \(place("current")).")
        }
        return id
    }

    func set(_ id: CertificateSetID) throws(BeaconBusError) -> IdentitySet {
        let folder = folder(of: id)
        func missing(_ name: String) -> BeaconBusError { .certificate("\(folder)/\(name) is missing") }
        guard let lifecycle = try chain("\(folder)/lifecycle.crt") else { throw missing("lifecycle.crt") }
        guard let lifecycleKey = try key("\(folder)/lifecycle.key") else { throw missing("lifecycle.key") }
        guard let scanner = try chain("\(folder)/scanner.crt") else { throw missing("scanner.crt") }
        guard let scannerKey = try key("\(folder)/scanner.key") else { throw missing("scanner.key") }
        let note = try note("\(folder)/set.json")
        return IdentitySet(
            id: id, lifecycle: lifecycle, lifecycleKey: lifecycleKey, scanner: scanner, scannerKey: scannerKey,
            bootstrap: try chain("\(folder)/bootstrap.crt"), previous: note.previous, record: note.record)
    }

    func note(_ path: String) throws(BeaconBusError) -> SetNote {
        guard let content = try files.read(path, limit: 2 * Self.maximumRecord) else {
            throw .certificate("\(path) is missing")
        }
        return try named(path) { () throws(BeaconBusError) in try SetNote(reading: content) }
    }
}
