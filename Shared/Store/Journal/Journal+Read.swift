import Schema

extension Journal {
    /// The unsettled entries after `number` in order, at most `limit`.
    public func entries(after number: Int64, limit: Int) throws -> [JournalRecord] {
        let waiting = places.waiting
        // Numbers are without gaps, so the place of a number in the list follows from the first one.
        guard let first = waiting.first else { return [] }
        let skipped = Int(clamping: max(number - first.number + 1, 0))
        return try waiting.dropFirst(skipped).prefix(max(limit, 0)).compactMap(record)
    }

    /// The active entries of the activations that have had no inactive, in order: what a restart may go on with (D12).
    public func goingActivations() throws -> [JournalRecord] {
        try places.going.values.sorted { $0.number < $1.number }.compactMap(record)
    }

    /// A small value the node keeps, nil where there is none.
    public func state(_ name: String) throws -> [UInt8]? {
        let row = try database.statement("SELECT value FROM state WHERE name = ?")
        defer { row.reset() }
        try row.bind(1, name)
        return try row.step() ? row.bytes(0) : nil
    }

    /// Keeps or, with nil, removes a small value; writes nothing where it is the same already.
    public func setState(_ name: String, _ value: [UInt8]?) throws {
        if try state(name) == value { return }
        try database.transaction {
            let change = try database.statement(
                value == nil ? "DELETE FROM state WHERE name = ?" : "INSERT OR REPLACE INTO state VALUES (?, ?)")
            try change.bind(1, name)
            if let value { try change.bind(2, value) }
            try change.run()
        }
    }

    private func record(_ entry: JournalPlaces.Entry) throws -> JournalRecord? {
        let row = try database.statement("SELECT at, size, body FROM entries WHERE place = ? AND number = ?")
        defer { row.reset() }
        try row.bind(1, entry.place)
        try row.bind(2, entry.number)
        guard try row.step() else { return nil }
        let size = Int(clamping: max(row.int64(1), 0))
        return JournalRecord(
            number: entry.number, at: WallTime(milliseconds: row.int64(0)),
            entry: JournalEntry(
                kind: entry.kind, activation: entry.activation, body: Array(row.bytes(2).prefix(size))))
    }
}
