import CSQLite
public import Schema

/// One connection to one SQLite file, confined to the thread that uses it.
///
/// Write-ahead log, `synchronous=FULL`: when a transaction has returned, it survives the loss of power. Every error names
/// the file, the reason and the remedy, with the codes storeFull, storeReadOnly, storeBusy, storeCorrupt, storeFailed.
public final class Database {
    /// The file.
    public let path: String
    private var handle: OpaquePointer?
    private var statements: [String: Statement] = [:]
    private let meter: WriteMeter?

    /// Opens or makes the file (readable for its owner only) and its folder, checks it, and brings its schema up to date.
    ///
    /// - Throws: `storeCorrupt` for a damaged file, one that is no database, or one of a newer version of the program.
    public init(
        path: String, options: DatabaseOptions = DatabaseOptions(), migrations: [Migration] = []
    ) throws(BeaconBusError) {
        self.path = path
        meter = options.readOnly ? nil : WriteMeter()
        if !options.readOnly {
            try Files.makeFolder(Files.folder(of: path))
            try Files.touch(path)
        }
        let access = options.readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &handle, flags, meter?.name)
        do throws(BeaconBusError) {
            guard code == SQLITE_OK else { throw failure(code) }
            sqlite3_busy_timeout(handle, options.busyTimeout)
            try configure(options)
            try check(options)
            if !options.readOnly { try migrate(migrations) }
        } catch {
            close()
            throw error
        }
    }

    deinit { close() }

    /// Ends the connection; later calls fail. Happens by itself when the object goes.
    public func close() {
        for statement in statements.values { statement.finalize() }
        statements = [:]
        sqlite3_close_v2(handle)
        handle = nil
    }

    /// Bytes handed to write(2) by this connection since it was opened.
    public var bytesWritten: UInt64 { meter?.bytes ?? 0 }

    /// The statement for `sql`, prepared once and kept. One that is stepping must not be asked for again.
    public func statement(_ sql: String) throws(BeaconBusError) -> Statement {
        if let known = statements[sql] { return known }
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw failure(code == SQLITE_OK ? SQLITE_MISUSE : code) }
        let statement = Statement(database: self, handle: prepared, sql: sql)
        statements[sql] = statement
        return statement
    }

    /// Runs one or several statements without values and rows.
    public func execute(_ sql: String) throws(BeaconBusError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK { throw failure(code) }
    }

    /// The integer in the first column of the first row of `sql`; nil without a row or for null.
    public func integer(_ sql: String) throws(BeaconBusError) -> Int64? {
        let statement = try statement(sql)
        defer { statement.reset() }
        return try statement.step() ? statement.optionalInt64(0) : nil
    }

    /// Runs `body` in one transaction that holds the write lock from the start: all of it is durable when this returns,
    /// or, where anything throws, nothing of it happened.
    public func transaction<R>(_ body: () throws -> R) throws -> R {
        try begin()
        do {
            let result = try body()
            try commit()
            return result
        } catch {
            rollback()
            throw error
        }
    }

    /// Begins a transaction that holds the write lock from the start.
    public func begin() throws(BeaconBusError) {
        try statement("BEGIN IMMEDIATE").run()
    }

    /// Makes the transaction durable. Where it throws, `rollback` must follow.
    public func commit() throws(BeaconBusError) {
        try statement("COMMIT").run()
    }

    /// Undoes the transaction; harmless where there is none, as after a full disk, which may have undone it already.
    public func rollback() {
        if isInTransaction { try? execute("ROLLBACK") }
    }

    /// Whether a transaction has begun.
    public var isInTransaction: Bool { handle.map { sqlite3_get_autocommit($0) == 0 } ?? false }

    /// Rows the last INSERT, UPDATE or DELETE changed.
    public var changes: Int { Int(sqlite3_changes(handle)) }

    /// Rows all INSERTs, UPDATEs and DELETEs of this connection changed so far, undone ones included.
    public var totalChanges: Int { Int(sqlite3_total_changes(handle)) }

    /// The rowid of the last INSERT.
    public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// A trial commit of some pages, taken back at once: throws while the database cannot be written or cannot grow.
    public func probe() throws {
        try transaction {
            try execute("CREATE TABLE probe (content BLOB)")
            try execute("INSERT INTO probe VALUES (zeroblob(16384))")
        }
        try transaction { try execute("DROP TABLE probe") }
    }

    func failure(_ code: Int32) -> BeaconBusError {
        let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "the database is closed"
        let detail = code == SQLITE_MISUSE ? "the database is closed or the statement is wrong" : message
        let errno = handle.map { sqlite3_system_errno($0) } ?? 0
        let isSystem = [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL, SQLITE_READONLY].contains(code & 0xff)
        return SQLiteFailure.error(code: code, errno: isSystem ? errno : 0, path: path, detail: detail)
    }
}
