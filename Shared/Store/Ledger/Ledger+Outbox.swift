public import Schema

extension Ledger {
    /// Gives an activation its one outcome and stores the outcome's message, and that of its action where it has one.
    /// Inside a group.
    ///
    /// - Parameters:
    ///   - outcome: the outcome's message, made from its number and its action's.
    ///   - action: the action's kind and message, made from its number.
    /// - Returns: the numbers, nil where the activation is not known or has an outcome already: nothing happened then.
    public func settle(
        stream: Int64, counter: Int64, at time: WallTime, kind: Int64,
        action: (kind: Int64, body: (Int64) throws -> [UInt8])?, outcome body: (Int64, Int64?) throws -> [UInt8]
    ) throws -> (outcome: Int64, action: Int64?)? {
        let update = try database.statement(
            "UPDATE activations SET outcome = ? WHERE stream = ? AND counter = ? AND outcome IS NULL")
        try update.bind(1, nextOutcome)
        try update.bind(2, stream)
        try update.bind(3, counter)
        try update.run()
        guard database.changes == 1 else { return nil }
        var actionNumber: Int64?
        if let action {
            let number = takeActionNumber()
            try insert("actions", number, stream, counter, time, action.kind, try action.body(number))
            actionNumber = number
        }
        let number = takeOutcomeNumber()
        try insert("outcomes", number, stream, counter, time, kind, try body(number, actionNumber))
        return (number, actionNumber)
    }

    /// Outcomes after `number` in order, at most `limit`.
    public func outcomes(after number: Int64, limit: Int) throws -> [LedgerMessage] {
        try messages(
            "SELECT number, at, kind, body FROM outcomes WHERE number > ? ORDER BY number LIMIT ?", number, limit)
    }

    /// Actions after `number` in order, at most `limit`.
    public func actions(after number: Int64, limit: Int) throws -> [LedgerMessage] {
        try messages(
            "SELECT number, at, kind, body FROM actions WHERE number > ? ORDER BY number LIMIT ?", number, limit)
    }

    /// The number of the last action stored before `time`: after it come those of that time and later.
    public func lastAction(before time: WallTime) throws -> Int64 {
        let row = try database.statement("SELECT number FROM actions WHERE at < ? ORDER BY number DESC LIMIT 1")
        defer { row.reset() }
        try row.bind(1, time.milliseconds)
        return try row.step() ? row.int64(0) : 0
    }

    /// The number of the oldest action still kept; `nextAction` where there is none.
    public func oldestAction() throws -> Int64 {
        try database.integer("SELECT min(number) FROM actions") ?? nextAction
    }

    private func insert(
        _ table: String, _ number: Int64, _ stream: Int64, _ counter: Int64, _ time: WallTime, _ kind: Int64,
        _ body: [UInt8]
    ) throws {
        let insert = try database.statement(
            table == "actions"
                ? "INSERT INTO actions VALUES (?, ?, ?, ?, ?, ?)" : "INSERT INTO outcomes VALUES (?, ?, ?, ?, ?, ?)")
        try insert.bind(1, number)
        try insert.bind(2, stream)
        try insert.bind(3, counter)
        try insert.bind(4, time.milliseconds)
        try insert.bind(5, kind)
        try insert.bind(6, body)
        try insert.run()
    }

    private func messages(_ sql: String, _ number: Int64, _ limit: Int) throws -> [LedgerMessage] {
        let rows = try database.statement(sql)
        try rows.bind(1, number)
        try rows.bind(2, Int64(max(limit, 0)))
        var list: [LedgerMessage] = []
        while try rows.step() {
            list.append(
                LedgerMessage(
                    number: rows.int64(0), at: WallTime(milliseconds: rows.int64(1)), kind: rows.int64(2),
                    body: rows.bytes(3)))
        }
        return list
    }
}
