import Identity
import Schema

/// What a node's identity folder holds, and what is wrong with it.
struct FolderReport {
    /// In words.
    let report: CertificateReportText

    /// Reads the folder; its files have to be those of the folder's `owner`.
    init(_ folder: NodeIdentityFolder, owner: UInt32, at now: WallTime) {
        var problems: [BeaconBusError] = []
        func attempt<Value>(_ read: () throws(BeaconBusError) -> Value?) -> Value? {
            do throws(BeaconBusError) {
                return try read()
            } catch {
                problems.append(error)
                return nil
            }
        }
        let folder = folder.owned(by: owner)
        _ = attempt { () throws(BeaconBusError) -> Void? in try folder.check() }
        var chains: [(String, [Certificate])] = []
        let trust = attempt { () throws(BeaconBusError) in try folder.authority() }
        if let trust { chains.append(("authority.pem", trust.authorities)) }
        if let bundle = attempt({ () throws(BeaconBusError) in try folder.bundle() }) {
            chains.append(("bootstrap.pem", bundle.chain))
        }
        var pending: [String] = []
        if let set = attempt({ () throws(BeaconBusError) in try folder.current() }) {
            chains.append(("current/lifecycle.crt (set \(set.id))", set.lifecycle))
            chains.append(("current/scanner.crt", set.scanner))
            if let reserve = set.bootstrap { chains.append(("current/bootstrap.crt", reserve)) }
            let client = set.lifecycle[0].client
            if let client, let node = NodeID(client.name), let trust {
                _ = attempt { () throws(BeaconBusError) -> Void? in
                    try set.check(site: client.site, node: node, trust: trust, at: now)
                }
            }
            if attempt({ () throws(BeaconBusError) in try folder.unactivated() }) != nil {
                pending.append("The set is not activated yet.")
            }
        } else if problems.isEmpty {
            pending.append("There is no set yet: the node has not enrolled.")
        }
        if attempt({ () throws(BeaconBusError) in try folder.pending() }) != nil {
            pending.append("A request is under way.")
        }
        report = CertificateReportText(
            chains, problems: problems, pending: pending.isEmpty ? nil : pending.joined(separator: " "), at: now)
    }
}
