import Schema
import Store

/// Makes the retained message of an inbox.
enum InboxMessage {
    /// Room for the entries, so that the whole message stays below 60 KiB.
    private static let room = 55 * 1024
    /// What an entry takes beside its asset.
    private static let entrySize = 260

    /// The newest entries that fit, and counts; nil for an empty inbox.
    static func make(_ inbox: InboxID, _ ledger: Ledger) throws -> Inbox? {
        let counts = try ledger.counts(of: inbox)
        guard counts.total > 0 else { return nil }
        var size = 0
        var entries: [InboxEntry] = []
        for row in try ledger.entries(of: inbox, limit: 200) {
            // Escapes take up to six bytes for one.
            size += JSONValue.string(row.asset).bytes.count + entrySize
            guard size <= room else { break }
            entries.append(
                InboxEntry(
                    asset: row.asset, added: row.added, expires: row.expires, unread: row.unread, kept: row.saved,
                    activation: ActivationID(row.activation)))
        }
        return Inbox(
            inbox: inbox, entries: entries, total: counts.total, unread: counts.unread, kept: counts.saved)
    }
}
