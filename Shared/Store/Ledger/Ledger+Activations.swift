public import Schema

extension Ledger {
    /// Stores an activation; false, and nothing happens, where it is known already. Inside a group.
    public func add(_ activation: LedgerActivation) throws -> Bool {
        let insert = try database.statement("INSERT OR IGNORE INTO activations VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)")
        try insert.bind(1, activation.stream)
        try insert.bind(2, activation.counter)
        try insert.bind(3, activation.beacon.description)
        try insert.bind(4, activation.episode)
        try insert.bind(5, activation.stored.milliseconds)
        try insert.bind(6, activation.first.milliseconds)
        try insert.bind(7, activation.flags)
        try insert.bind(8, activation.ended?.milliseconds)
        try insert.run()
        return database.changes == 1
    }

    /// Whether an activation is known.
    public func contains(stream: Int64, counter: Int64) throws -> Bool {
        let row = try database.statement("SELECT 1 FROM activations WHERE stream = ? AND counter = ?")
        defer { row.reset() }
        try row.bind(1, stream)
        try row.bind(2, counter)
        return try row.step()
    }

    /// Notes the end of an activation; false where it is not known. Inside a group.
    public func end(stream: Int64, counter: Int64, at time: WallTime) throws -> Bool {
        let update = try database.statement("UPDATE activations SET ended = ? WHERE stream = ? AND counter = ?")
        try update.bind(1, time.milliseconds)
        try update.bind(2, stream)
        try update.bind(3, counter)
        try update.run()
        return database.changes == 1
    }

    /// Moves an activation to another episode; inside a group.
    public func move(stream: Int64, counter: Int64, toEpisode episode: Int64) throws {
        let update = try database.statement("UPDATE activations SET episode = ? WHERE stream = ? AND counter = ?")
        try update.bind(1, episode)
        try update.bind(2, stream)
        try update.bind(3, counter)
        try update.run()
    }

    /// The activations that have no outcome yet or have not ended, in the order they were stored.
    public func openActivations() throws -> [LedgerActivation] {
        var list: [LedgerActivation] = []
        let rows = try database.statement(
            "SELECT stream, counter, beacon, episode, stored, first, flags, ended, outcome FROM activations "
                + "WHERE outcome IS NULL OR ended IS NULL")
        while try rows.step() {
            guard let beacon = BeaconID(rows.text(2)) else { continue }
            list.append(
                LedgerActivation(
                    stream: rows.int64(0), counter: rows.int64(1), beacon: beacon, episode: rows.int64(3),
                    stored: WallTime(milliseconds: rows.int64(4)), first: WallTime(milliseconds: rows.int64(5)),
                    flags: rows.int64(6), ended: rows.optionalInt64(7).map(WallTime.init(milliseconds:)),
                    outcome: rows.optionalInt64(8)))
        }
        return list.sorted { ($0.stored, $0.stream, $0.counter) < ($1.stored, $1.stream, $1.counter) }
    }
}

extension Ledger {
    /// Every activation with its outcome's code, nil while it has none, in the order of streams and counters. One with
    /// several outcomes, which must not be, comes several times.
    public func forEachActivation(_ body: (ActivationID, Int64?) throws -> Void) throws {
        let rows = try database.statement(
            """
            SELECT s.node, s.journal, a.counter, o.kind FROM activations a JOIN streams s ON s.id = a.stream
            LEFT JOIN outcomes o ON o.stream = a.stream AND o.counter = a.counter ORDER BY a.stream, a.counter
            """)
        defer { rows.reset() }
        while try rows.step() {
            guard let node = NodeID(rows.text(0)), let journal = JournalID(rows.text(1)),
                let id = ActivationID(node: node, journal: journal, counter: rows.int64(2))
            else { continue }
            try body(id, rows.optionalInt64(3))
        }
    }
}
