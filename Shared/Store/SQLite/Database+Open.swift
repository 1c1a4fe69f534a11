import CSQLite
import Schema

extension Database {
    func configure(_ options: DatabaseOptions) throws(BeaconBusError) {
        try execute("PRAGMA cache_size = -\(options.cacheKiB)")
        if options.readOnly { return }
        // The page size has to stand before the first page is written.
        try execute("PRAGMA page_size = \(options.pageSize)")
        guard try mode("PRAGMA journal_mode = WAL") == "wal" else {
            throw SQLiteFailure.error(
                code: SQLITE_READONLY, errno: 0, path: path, detail: "the write-ahead log cannot be turned on")
        }
        try execute("PRAGMA synchronous = FULL")
        try execute("PRAGMA foreign_keys = ON")
        try execute("PRAGMA wal_autocheckpoint = \(options.checkpointPages)")
        // A log that once grew large gives its space back.
        try execute("PRAGMA journal_size_limit = \(options.checkpointPages * options.pageSize * 4)")
        if let maximum = options.maximumBytes {
            let size = max(try integer("PRAGMA page_size") ?? 4096, 512)
            try execute("PRAGMA max_page_count = \(max(maximum / size, 4))")
        }
    }

    func check(_ options: DatabaseOptions) throws(BeaconBusError) {
        let pages = try integer("PRAGMA page_count") ?? 0
        let size = try integer("PRAGMA page_size") ?? 4096
        guard pages > 0, pages <= options.checkedBytes / max(size, 512) else {
            _ = try integer("SELECT count(*) FROM sqlite_schema")
            return
        }
        let verdict = try mode("PRAGMA quick_check(1)")
        if verdict != "ok" {
            throw SQLiteFailure.error(code: SQLITE_CORRUPT, errno: 0, path: path, detail: verdict)
        }
    }

    func migrate(_ migrations: [Migration]) throws(BeaconBusError) {
        let version = Int(try integer("PRAGMA user_version") ?? 0)
        if version > migrations.count, !migrations.isEmpty {
            throw BeaconBusError(
                .storeCorrupt, "The database \(path) was made by a newer version.",
                reason: "its schema is \(version), this program knows up to \(migrations.count)",
                suggestion: "Install the newer version again, or move \(path) away to start with an empty one.",
                retryable: false)
        }
        guard version >= 0, version < migrations.count else { return }
        do {
            try transaction {
                for migration in migrations[version...] { try execute(migration.sql) }
                try execute("PRAGMA user_version = \(migrations.count)")
            }
        } catch let error as BeaconBusError {
            throw error
        } catch {
            throw failure(SQLITE_ERROR)
        }
    }

    private func mode(_ sql: String) throws(BeaconBusError) -> String {
        let statement = try statement(sql)
        defer { statement.reset() }
        return try statement.step() ? statement.text(0) : ""
    }
}
