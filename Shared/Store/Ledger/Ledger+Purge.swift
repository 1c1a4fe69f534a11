public import Schema

extension Ledger {
    /// Drops the oldest outcomes, actions, cooldowns and unused streams beyond their bounds, at most `limit` rows of each,
    /// so that it can be called between other work. Inside a group.
    ///
    /// The newest outcome and action always stay, because the numbers go on from them. Times rise with the numbers, so only
    /// the oldest rows are looked at.
    /// - Returns: whether there may be more to drop.
    public func purge(_ now: WallTime, limit: Int) throws -> Bool {
        let old = now - options.keep
        let outcomes = try oldest("outcomes", before: old, surplus: nextOutcome - 1 - options.maximumOutcomes, limit)
        let delete = try database.statement(
            "DELETE FROM activations WHERE stream = ? AND counter = ? AND ended IS NOT NULL")
        for outcome in outcomes {
            try delete.bind(1, outcome.stream)
            try delete.bind(2, outcome.counter)
            try delete.run()
        }
        if let last = outcomes.last { try run("DELETE FROM outcomes WHERE number <= ?", last.number) }
        let actions = try oldest("actions", before: old, surplus: nextAction - 1 - options.maximumOutcomes, limit)
        if let last = actions.last { try run("DELETE FROM actions WHERE number <= ?", last.number) }
        try run("DELETE FROM cooldowns WHERE until < ?", now.milliseconds)
        try run(
            "DELETE FROM streams WHERE seen < ? AND id NOT IN (SELECT stream FROM activations) "
                + "AND id NOT IN (SELECT stream FROM beyond)", (now - options.keep * 4).milliseconds)
        return outcomes.count == limit || actions.count == limit
    }

    /// Drops activations that ended after their outcome had been dropped. At open; inside a group.
    func purgeLeftovers() throws {
        guard let oldest = try database.integer("SELECT min(number) FROM outcomes") else { return }
        try run("DELETE FROM activations WHERE ended IS NOT NULL AND outcome < ?", oldest)
    }

    private struct Row {
        let number: Int64
        let stream: Int64
        let counter: Int64
    }

    private func oldest(_ table: String, before time: WallTime, surplus: Int64, _ limit: Int) throws -> [Row] {
        let newest = (table == "actions" ? nextAction : nextOutcome) - 1
        let rows = try database.statement(
            "SELECT number, stream, counter, at FROM \(table) ORDER BY number LIMIT \(limit)")
        defer { rows.reset() }
        var found: [Row] = []
        while try rows.step() {
            let isOld = rows.int64(3) < time.milliseconds || rows.int64(0) <= surplus
            guard isOld, rows.int64(0) < newest else { break }
            found.append(Row(number: rows.int64(0), stream: rows.int64(1), counter: rows.int64(2)))
        }
        return found
    }

    private func run(_ sql: String, _ value: Int64) throws {
        let statement = try database.statement(sql)
        try statement.bind(1, value)
        try statement.run()
    }
}
