import Schema

/// Dispatch's durable book: what each activation came to, exactly once, and the messages that tell it (design §5).
///
/// Work is written in groups: `begin` at the first write of a pass, `commit` at its end; what a pass stored is durable
/// when `commit` returns. It holds rows and numbers, no rules. Confined to one thread.
public final class Ledger {
    /// The clock of all times in it.
    public let clock: SteadyClock
    /// The numbers the next outcome and the next action get.
    public private(set) var nextOutcome: Int64 = 1
    /// See `nextOutcome`.
    public private(set) var nextAction: Int64 = 1
    /// Outcomes up to this number have reached the broker.
    public var outcomesSent: Int64 = 0
    /// Actions up to this number have reached the broker.
    public var actionsSent: Int64 = 0

    let database: Database
    let options: LedgerOptions

    /// Opens or makes the ledger at `path`.
    public init(path: String, options: LedgerOptions = LedgerOptions(), now: Stamp = .now()) throws {
        var settings = DatabaseOptions()
        settings.cacheKiB = options.cacheKiB
        settings.maximumBytes = options.maximumBytes
        settings.checkpointPages = 4000
        settings.readOnly = options.readOnly
        self.options = options
        database = try Database(path: path, options: settings, migrations: Self.migrations)
        let previous = try Self.storedClock(database)
        let last = try database.integer("SELECT max(at) FROM (SELECT at FROM outcomes ORDER BY number DESC LIMIT 1)")
        let newest = max(last ?? .min, try database.integer("SELECT max(seen) FROM streams") ?? .min)
        clock = SteadyClock(
            after: previous, last: newest == .min ? nil : WallTime(milliseconds: newest), now: now)
        try loadNumbers()
        guard !options.readOnly, previous != clock else { return }
        try database.transaction {
            try purgeLeftovers()
            try storeMeta()
        }
    }

    /// Bytes handed to write(2) since it was opened.
    public var bytesWritten: UInt64 { database.bytesWritten }

    /// Begins a group of writes, where none has begun.
    public func begin() throws {
        if !database.isInTransaction { try database.begin() }
    }

    /// Makes the group durable. Where it throws, nothing of the group happened.
    public func commit() throws {
        guard database.isInTransaction else { return }
        do {
            try database.commit()
        } catch {
            rollback()
            throw error
        }
    }

    /// Undoes the group; the numbers it took are free again.
    public func rollback() {
        database.rollback()
        try? loadNumbers()
    }

    /// Whether a group has begun.
    public var hasBegun: Bool { database.isInTransaction }

    /// A trial commit: throws while nothing can be written.
    public func probe() throws { try database.probe() }

    /// Notes how far outcomes and actions have reached the broker. Inside a group.
    public func storeMeta() throws {
        let row = try database.statement("INSERT OR REPLACE INTO meta VALUES (1, ?, ?, ?, ?)")
        try row.bind(1, clock.boot)
        try row.bind(2, clock.offset)
        try row.bind(3, outcomesSent)
        try row.bind(4, actionsSent)
        try row.run()
    }

    /// Closes the file.
    public func close() { database.close() }

    func takeOutcomeNumber() -> Int64 {
        defer { nextOutcome += 1 }
        return nextOutcome
    }

    func takeActionNumber() -> Int64 {
        defer { nextAction += 1 }
        return nextAction
    }

    private func loadNumbers() throws {
        nextOutcome = (try database.integer("SELECT max(number) FROM outcomes") ?? 0) + 1
        nextAction = (try database.integer("SELECT max(number) FROM actions") ?? 0) + 1
        let row = try database.statement("SELECT outcomesSent, actionsSent FROM meta")
        defer { row.reset() }
        guard try row.step() else { return }
        outcomesSent = max(outcomesSent, row.int64(0))
        actionsSent = max(actionsSent, row.int64(1))
    }

    private static func storedClock(_ database: Database) throws -> SteadyClock? {
        let row = try database.statement("SELECT boot, offset FROM meta")
        defer { row.reset() }
        return try row.step() ? SteadyClock(boot: row.text(0), offset: row.int64(1)) : nil
    }
}
