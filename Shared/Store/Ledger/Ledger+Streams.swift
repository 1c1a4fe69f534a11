public import Schema

extension Ledger {
    /// All streams, those heard last first.
    public func streams() throws -> [LedgerStream] {
        var streams: [LedgerStream] = []
        var index: [Int64: Int] = [:]
        let rows = try database.statement(
            "SELECT id, node, journal, through, seen FROM streams ORDER BY seen DESC, id DESC")
        while try rows.step() {
            guard let node = NodeID(rows.text(1)), let journal = JournalID(rows.text(2)) else { continue }
            index[rows.int64(0)] = streams.count
            streams.append(
                LedgerStream(
                    id: rows.int64(0), node: node, journal: journal, through: rows.int64(3),
                    seen: WallTime(milliseconds: rows.int64(4))))
        }
        let beyond = try database.statement("SELECT stream, entry, ended, at FROM beyond")
        while try beyond.step() {
            guard let index = index[beyond.int64(0)] else { continue }
            let counter = beyond.int64(2)
            let ended = LedgerStream.Ended(counter: counter, at: WallTime(milliseconds: beyond.int64(3)))
            streams[index].beyond[beyond.int64(1)] = .some(counter == 0 ? nil : ended)
        }
        return streams
    }

    /// Adds a stream; inside a group.
    public func addStream(node: NodeID, journal: JournalID, at time: WallTime) throws -> LedgerStream {
        let insert = try database.statement("INSERT INTO streams (node, journal, through, seen) VALUES (?, ?, 0, ?)")
        try insert.bind(1, node.description)
        try insert.bind(2, journal.description)
        try insert.bind(3, time.milliseconds)
        try insert.run()
        return LedgerStream(id: database.lastInsertedRow, node: node, journal: journal, seen: time)
    }

    /// Notes how far a stream is stored; inside a group.
    public func setThrough(_ stream: Int64, _ through: Int64, at time: WallTime) throws {
        let update = try database.statement("UPDATE streams SET through = ?, seen = ? WHERE id = ?")
        try update.bind(1, through)
        try update.bind(2, time.milliseconds)
        try update.bind(3, stream)
        try update.run()
    }

    /// Notes an entry beyond a gap; inside a group.
    public func addBeyond(_ stream: Int64, entry: Int64, _ ended: LedgerStream.Ended?) throws {
        let insert = try database.statement("INSERT OR REPLACE INTO beyond VALUES (?, ?, ?, ?)")
        try insert.bind(1, stream)
        try insert.bind(2, entry)
        try insert.bind(3, ended?.counter ?? 0)
        try insert.bind(4, ended?.at.milliseconds ?? 0)
        try insert.run()
    }

    /// Forgets the entries up to `through`, which is noted for all of them; inside a group.
    public func removeBeyond(_ stream: Int64, through: Int64) throws {
        let delete = try database.statement("DELETE FROM beyond WHERE stream = ? AND entry <= ?")
        try delete.bind(1, stream)
        try delete.bind(2, through)
        try delete.run()
    }
}
