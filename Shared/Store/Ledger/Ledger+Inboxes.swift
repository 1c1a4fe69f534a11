public import Schema

extension Ledger {
    /// Adds an asset as unread: a new entry, or the live one anew; a saved one stays saved. Inside a group.
    public func addToInbox(
        _ inbox: InboxID, asset: String, at time: WallTime, expires: WallTime?, activation: String
    ) throws {
        let insert = try database.statement(
            """
            INSERT INTO inboxes VALUES (?, ?, ?, 1, 0, ?, ?) ON CONFLICT DO UPDATE SET
                added = excluded.added, unread = 1, activation = excluded.activation,
                expires = CASE WHEN saved THEN NULL ELSE excluded.expires END
            """)
        try insert.bind(1, inbox.description)
        try insert.bind(2, asset)
        try insert.bind(3, time.milliseconds)
        try insert.bind(4, expires?.milliseconds)
        try insert.bind(5, activation)
        try insert.run()
        try bound(inbox)
    }

    /// Marks an asset as kept, so that it does not expire; adds it, unread, where it is absent. Inside a group.
    public func saveInInbox(_ inbox: InboxID, asset: String, at time: WallTime, activation: String) throws {
        let insert = try database.statement(
            "INSERT INTO inboxes VALUES (?, ?, ?, 1, 1, NULL, ?) ON CONFLICT DO UPDATE SET saved = 1, expires = NULL")
        try insert.bind(1, inbox.description)
        try insert.bind(2, asset)
        try insert.bind(3, time.milliseconds)
        try insert.bind(4, activation)
        try insert.run()
        try bound(inbox)
    }

    /// Whether another inbox may be made, or this one is there.
    public func hasRoom(for inbox: InboxID) throws -> Bool {
        let row = try database.statement("SELECT 1 FROM inboxes WHERE inbox = ? LIMIT 1")
        defer { row.reset() }
        try row.bind(1, inbox.description)
        if try row.step() { return true }
        return (try database.integer("SELECT count(DISTINCT inbox) FROM inboxes") ?? 0) < options.maximumInboxes
    }

    /// The names of all inboxes with entries.
    public func inboxes() throws -> [InboxID] {
        var names: [InboxID] = []
        let rows = try database.statement("SELECT DISTINCT inbox FROM inboxes ORDER BY inbox")
        while try rows.step() {
            if let name = InboxID(rows.text(0)) { names.append(name) }
        }
        return names
    }

    /// The newest entries of an inbox, newest first.
    public func entries(of inbox: InboxID, limit: Int) throws -> [LedgerInboxEntry] {
        let rows = try database.statement(
            "SELECT asset, added, unread, saved, expires, activation FROM inboxes WHERE inbox = ? "
                + "ORDER BY added DESC, asset LIMIT ?")
        try rows.bind(1, inbox.description)
        try rows.bind(2, Int64(limit))
        var list: [LedgerInboxEntry] = []
        while try rows.step() {
            list.append(
                LedgerInboxEntry(
                    asset: rows.text(0), added: WallTime(milliseconds: rows.int64(1)), unread: rows.int64(2) != 0,
                    saved: rows.int64(3) != 0, expires: rows.optionalInt64(4).map(WallTime.init(milliseconds:)),
                    activation: rows.text(5)))
        }
        return list
    }

    /// How many entries an inbox has, and how many of them are unread and saved.
    public func counts(of inbox: InboxID) throws -> (total: Int64, unread: Int64, saved: Int64) {
        let row = try database.statement(
            "SELECT count(*), coalesce(sum(unread), 0), coalesce(sum(saved), 0) FROM inboxes WHERE inbox = ?")
        defer { row.reset() }
        try row.bind(1, inbox.description)
        return try row.step() ? (row.int64(0), row.int64(1), row.int64(2)) : (0, 0, 0)
    }

    /// Removes the entries whose time has come; gives the inboxes that changed. Inside a group.
    public func expireInboxes(_ now: WallTime) throws -> [InboxID] {
        var names: [InboxID] = []
        let rows = try database.statement("SELECT DISTINCT inbox FROM inboxes WHERE expires <= ?")
        try rows.bind(1, now.milliseconds)
        while try rows.step() {
            if let name = InboxID(rows.text(0)) { names.append(name) }
        }
        guard !names.isEmpty else { return [] }
        let delete = try database.statement("DELETE FROM inboxes WHERE expires <= ?")
        try delete.bind(1, now.milliseconds)
        try delete.run()
        return names
    }

    /// When the next entry goes; nil where none does.
    public func nextInboxExpiry() throws -> WallTime? {
        try database.integer("SELECT min(expires) FROM inboxes").map(WallTime.init(milliseconds:))
    }

    private func bound(_ inbox: InboxID) throws {
        guard try counts(of: inbox).total > options.maximumInboxEntries else { return }
        let delete = try database.statement(
            "DELETE FROM inboxes WHERE inbox = ?1 AND asset IN (SELECT asset FROM inboxes WHERE inbox = ?1 "
                + "ORDER BY saved, added LIMIT 1)")
        try delete.bind(1, inbox.description)
        try delete.run()
    }
}
