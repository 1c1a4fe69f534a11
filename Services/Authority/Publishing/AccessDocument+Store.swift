import Access
import Schema

extension AccessDocument {
    /// Who may come onto the bus by the records: each node that may have certificates, under its three names, and every
    /// other client with a certificate that counts.
    init(_ store: AuthorityStore, site: SiteID, _ now: WallTime) throws {
        var identities: [AccessIdentity] = []
        try store.nodes(after: nil) { record in
            guard record.state == .known else { return true }
            for (kind, epoch) in [
                (ClientKind.node, record.pairEpoch), (.scanner, record.pairEpoch), (.bootstrap, record.bootstrapEpoch),
            ] {
                let client = ClientID(kind: kind, site: site, record.node)
                identities.append(AccessIdentity(client: client, epoch: Self.epoch(epoch)))
            }
            return true
        }
        // Whom an app's validator names judges its tokens, if its certificate is for that, and nobody else does.
        let judges = try store.apps().reduce(into: [:]) { $0[$1.app] = $1.judge }
        for entry in try store.clients(now) where entry.client.site == site {
            let apps = entry.validates.filter { judges[$0] == entry.client }
            let validates = apps.isEmpty ? nil : apps
            identities.append(
                AccessIdentity(client: entry.client, validates: validates, epoch: Self.epoch(entry.epoch)))
        }
        self.init(revision: try store.revision(), site: site, identities: identities)
    }

    private static func epoch(_ stored: Int64) -> UInt64? { stored > 0 ? UInt64(stored) : nil }
}
