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
        for entry in try store.clients(now) where entry.client.site == site {
            let validates = entry.validates.isEmpty ? nil : entry.validates
            identities.append(
                AccessIdentity(client: entry.client, validates: validates, epoch: Self.epoch(entry.epoch)))
        }
        self.init(revision: try store.revision(), site: site, identities: identities)
    }

    private static func epoch(_ stored: Int64) -> UInt64? { stored > 0 ? UInt64(stored) : nil }
}
