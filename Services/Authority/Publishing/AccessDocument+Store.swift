import Access
import Schema

extension AccessDocument {
    /// Who may come onto the bus by the records: each node that may have certificates, under its three names, and every
    /// other client with a certificate that counts.
    init(_ store: AuthorityStore, site: SiteID, _ now: WallTime) throws {
        var identities: [AccessIdentity] = []
        try store.nodes(after: nil) { record in
            guard record.state == .known else { return true }
            let epoch = UInt64(clamping: record.bootstrapEpoch)
            identities += [
                AccessIdentity(client: ClientID(kind: .node, site: site, record.node)),
                AccessIdentity(client: ClientID(kind: .scanner, site: site, record.node)),
                AccessIdentity(
                    client: ClientID(kind: .bootstrap, site: site, record.node), epoch: epoch == 0 ? nil : epoch),
            ]
            return true
        }
        for (client, validates) in try store.clients(now) where client.site == site {
            identities.append(AccessIdentity(client: client, validates: validates.isEmpty ? nil : validates))
        }
        self.init(revision: try store.revision(), site: site, identities: identities)
    }
}
