import Store

extension Registry {
    /// Rows of an import beyond this are refused as for a full disk: 512 MiB.
    static let maximumStagedBytes: Int64 = 512 << 20

    /// The steps of the database's schema, oldest first.
    static let migrations = [
        Migration(
            """
            CREATE TABLE registry (
                only INTEGER PRIMARY KEY CHECK (only = 1),
                id TEXT NOT NULL,
                revision INTEGER NOT NULL,
                records INTEGER NOT NULL
            );
            INSERT INTO registry VALUES (1, lower(hex(randomblob(8))), 0, 0);
            CREATE TABLE beacons (
                id TEXT PRIMARY KEY,
                revision INTEGER NOT NULL,
                overrides BLOB NOT NULL,
                record BLOB NOT NULL
            ) WITHOUT ROWID;
            CREATE TABLE desired (
                node TEXT PRIMARY KEY,
                revision INTEGER NOT NULL,
                configuration BLOB NOT NULL
            ) WITHOUT ROWID;
            """),
        Migration(
            """
            CREATE TABLE keys (
                name TEXT PRIMARY KEY,
                kind TEXT NOT NULL,
                key BLOB NOT NULL,
                scaler INTEGER,
                offset INTEGER,
                address TEXT
            ) WITHOUT ROWID;
            CREATE TABLE keyring (
                only INTEGER PRIMARY KEY CHECK (only = 1),
                revision INTEGER NOT NULL
            );
            INSERT INTO keyring VALUES (1, 0);
            CREATE TABLE calibration (
                node TEXT PRIMARY KEY,
                revision INTEGER NOT NULL,
                offset REAL,
                exponent REAL
            ) WITHOUT ROWID;
            """),
    ]

    /// The table of the rows that wait for the end of their import, in a database file of its own.
    ///
    /// Nothing in it is worth a sync: after a crash the file is thrown away, and the importer begins again.
    static func stagingSchema(path: String) -> String {
        let quoted = path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
        return """
            ATTACH '\(quoted)' AS staging;
            PRAGMA staging.journal_mode = MEMORY;
            PRAGMA staging.synchronous = OFF;
            PRAGMA staging.cache_size = -1024;
            PRAGMA staging.max_page_count = \(maximumStagedBytes / 4096);
            CREATE TABLE staging.rows (
                id TEXT PRIMARY KEY,
                line INTEGER NOT NULL,
                overrides BLOB NOT NULL,
                record BLOB NOT NULL
            ) WITHOUT ROWID;
            """
    }
}
