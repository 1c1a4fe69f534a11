import Schema

extension Journal {
    /// Entries shorter than this are filled up, so that each has a page of its own and is written over in place.
    static let leastBody = 240

    static let migrations = [
        Migration(
            """
            CREATE TABLE meta (
                id INTEGER PRIMARY KEY CHECK (id = 1), journal TEXT NOT NULL, next INTEGER NOT NULL,
                counter INTEGER NOT NULL, settled INTEGER NOT NULL, boot TEXT NOT NULL, offset INTEGER NOT NULL);
            CREATE TABLE entries (
                place INTEGER PRIMARY KEY, number INTEGER NOT NULL, kind INTEGER NOT NULL, activation INTEGER NOT NULL,
                at INTEGER NOT NULL, size INTEGER NOT NULL, body BLOB NOT NULL);
            CREATE TABLE state (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
            """)
    ]

    struct Meta {
        let id: JournalID
        let next: Int64
        let counter: Int64
        let settled: Int64
        let clock: SteadyClock
    }

    static func meta(_ database: Database) throws -> Meta? {
        let row = try database.statement("SELECT journal, next, counter, settled, boot, offset FROM meta")
        defer { row.reset() }
        guard try row.step() else { return nil }
        guard let id = JournalID(row.text(0)) else {
            throw BeaconBusError(
                .storeCorrupt, reason: "\(database.path) holds no journal id",
                suggestion: "Move \(database.path) away; a new journal begins.")
        }
        return Meta(
            id: id, next: max(row.int64(1), 1), counter: max(row.int64(2), 1), settled: max(row.int64(3), 0),
            clock: SteadyClock(boot: row.text(4), offset: row.int64(5)))
    }

    func storeMeta() throws {
        let row = try database.statement("INSERT OR REPLACE INTO meta VALUES (1, ?, ?, ?, ?, ?, ?)")
        try row.bind(1, id.description)
        try row.bind(2, next)
        try row.bind(3, counter)
        try row.bind(4, settled)
        try row.bind(5, clock.boot)
        try row.bind(6, clock.offset)
        try row.run()
        storedSettled = settled
    }

    /// Finds the entries in the file and what of them is settled.
    func load() throws {
        var expected = settled + 1
        let rows = try database.statement("SELECT number, place, kind, activation FROM entries ORDER BY number")
        while try rows.step() {
            guard let kind = JournalEntry.Kind(rawValue: rows.int64(2)) else { continue }
            let entry = JournalPlaces.Entry(
                number: rows.int64(0), place: rows.int64(1), kind: kind, activation: rows.int64(3))
            // A number that is missing was written over, and that happens to settled entries only.
            if entry.number > expected { settled = entry.number - 1 }
            expected = max(expected, entry.number + 1)
            places.note(entry)
        }
        if next > expected { settled = next - 1 }
        next = max(next, expected)
        places.settle(through: settled, keep: options.keep)
    }
}
