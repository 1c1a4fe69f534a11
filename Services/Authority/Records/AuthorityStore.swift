import Schema
import Store

/// All the authority knows, in SQLite, confined to the bus thread.
///
/// Work is done in units; the units of one pass share one transaction, which ``commit(_:)`` makes durable. A unit that
/// throws leaves nothing behind.
final class AuthorityStore {
    /// The database refuses to grow beyond this: 1 GiB.
    static let maximumBytes: Int64 = 1 << 30

    let database: Database
    private var hasUnits = false
    /// Changes before this pass's transaction.
    private var changesBefore = 0

    /// Opens or makes `authority.db` in the folder.
    init(folder: String) throws(BeaconBusError) {
        var options = DatabaseOptions()
        options.maximumBytes = Self.maximumBytes
        database = try Database(path: "\(folder)/authority.db", options: options, migrations: Self.migrations)
        // Secrets of apps that were replaced must not be readable in the file's free space.
        try database.execute("PRAGMA secure_delete = ON")
        guard try database.integer("SELECT revision FROM authority") != nil else {
            throw BeaconBusError(
                .storeCorrupt, reason: "\(folder)/authority.db has no authority row",
                suggestion: "Restore a backup of the authority's folder.")
        }
        try rewriteKeys()
    }

    /// Runs a unit within the pass's transaction, which begins with the first one.
    func unit<R>(_ body: () throws -> R) throws -> R {
        if !database.isInTransaction {
            hasUnits = false
            changesBefore = database.totalChanges
            try database.begin()
        }
        try database.statement("SAVEPOINT unit").run()
        do {
            let result = try body()
            try database.statement("RELEASE unit").run()
            hasUnits = true
            return result
        } catch {
            // After some failures the whole transaction is gone already; then there is no savepoint any more.
            if database.isInTransaction {
                try? database.statement("ROLLBACK TO unit").run()
                try? database.statement("RELEASE unit").run()
                if !hasUnits { database.rollback() }
            }
            throw error
        }
    }

    /// Whether units wait for their commit.
    var hasTransaction: Bool { database.isInTransaction }

    /// Makes the units of this pass durable, and notes that it has been this late (D17); where it throws, none of them
    /// has happened.
    func commit(_ now: WallTime) throws {
        guard database.isInTransaction else { return }
        // What changes nothing writes nothing (R21).
        guard database.totalChanges != changesBefore else { return database.rollback() }
        do {
            let clock = try database.statement("UPDATE authority SET clock = max(clock, ?)")
            try clock.bind(1, now.milliseconds)
            try clock.run()
            try database.commit()
        } catch {
            database.rollback()
            throw error
        }
    }

    /// The newest time that was ever committed; nil for a new database.
    func newestTime() throws(BeaconBusError) -> WallTime? {
        let clock = try database.integer("SELECT clock FROM authority") ?? 0
        return clock > 0 ? WallTime(milliseconds: clock) : nil
    }

    /// The revision of who may come onto the bus; rises with each change of that.
    func revision() throws(BeaconBusError) -> UInt64 {
        UInt64(clamping: try database.integer("SELECT revision FROM authority") ?? 0)
    }

    /// Notes that who may come onto the bus, or what is revoked, is different from now on.
    func accessChanged() throws(BeaconBusError) {
        try database.statement("UPDATE authority SET revision = revision + 1").run()
    }

    /// Notes that live sessions have to end though their name may come back.
    ///
    /// - Returns: an epoch that no identity of this site has had: the gate may have missed all that was in between, a
    ///   name that was gone and came back too.
    func nextEpoch() throws(BeaconBusError) -> Int64 {
        try accessChanged()
        return Int64(clamping: try revision())
    }

    /// Binds and steps a query; `row` is called for each row until it returns false.
    func query(
        _ sql: String, _ bind: (Statement) throws -> Void = { _ in }, _ row: (Statement) throws -> Bool
    ) throws {
        let select = try database.statement(sql)
        defer { select.reset() }
        try bind(select)
        while try select.step() {
            guard try row(select) else { return }
        }
    }

    /// Binds and runs a change; how many rows it touched.
    @discardableResult
    func run(_ sql: String, _ bind: (Statement) throws -> Void = { _ in }) throws -> Int {
        let statement = try database.statement(sql)
        try bind(statement)
        try statement.run()
        return database.changes
    }
}
