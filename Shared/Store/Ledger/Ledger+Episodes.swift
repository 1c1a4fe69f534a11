public import Schema

extension Ledger {
    /// All episodes, in the order they were opened.
    public func episodes() throws -> [LedgerEpisode] {
        var list: [LedgerEpisode] = []
        let rows = try database.statement("SELECT id, beacon, opened, closed, left, effect FROM episodes ORDER BY id")
        while try rows.step() {
            guard let beacon = BeaconID(rows.text(1)) else { continue }
            list.append(
                LedgerEpisode(
                    id: rows.int64(0), beacon: beacon, opened: WallTime(milliseconds: rows.int64(2)),
                    closed: rows.optionalInt64(3).map(WallTime.init(milliseconds:)),
                    left: rows.optionalInt64(4).map(WallTime.init(milliseconds:)), effect: rows.int64(5)))
        }
        return list
    }

    /// Stores an episode as it is now; inside a group.
    public func store(_ episode: LedgerEpisode) throws {
        let insert = try database.statement("INSERT OR REPLACE INTO episodes VALUES (?, ?, ?, ?, ?, ?)")
        try insert.bind(1, episode.id)
        try insert.bind(2, episode.beacon.description)
        try insert.bind(3, episode.opened.milliseconds)
        try insert.bind(4, episode.closed?.milliseconds)
        try insert.bind(5, episode.left?.milliseconds)
        try insert.bind(6, episode.effect)
        try insert.run()
    }

    /// Forgets an episode; inside a group.
    public func removeEpisode(_ id: Int64) throws {
        let delete = try database.statement("DELETE FROM episodes WHERE id = ?")
        try delete.bind(1, id)
        try delete.run()
    }

    /// When an action of this kind last acted for a beacon under a cooldown; nil where none is remembered.
    public func cooldown(_ beacon: BeaconID, kind: Int64) throws -> WallTime? {
        let row = try database.statement("SELECT at FROM cooldowns WHERE beacon = ? AND kind = ?")
        defer { row.reset() }
        try row.bind(1, beacon.description)
        try row.bind(2, kind)
        return try row.step() ? WallTime(milliseconds: row.int64(0)) : nil
    }

    /// Remembers until `until` that an action acted at `time`; inside a group.
    public func setCooldown(_ beacon: BeaconID, kind: Int64, at time: WallTime, until: WallTime) throws {
        let insert = try database.statement("INSERT OR REPLACE INTO cooldowns VALUES (?, ?, ?, ?)")
        try insert.bind(1, beacon.description)
        try insert.bind(2, kind)
        try insert.bind(3, time.milliseconds)
        try insert.bind(4, until.milliseconds)
        try insert.run()
    }
}
