import Store

/// Where tokens are remembered, by their SHA-256 only: those that were made here and not used yet, and all that were
/// used.
enum TokenTables {
    /// All of them, in this order.
    static let migrations = [migration, spellings]

    static let spellings = Migration(
        """
        CREATE TABLE key_spellings (
            key TEXT NOT NULL,
            spelling TEXT NOT NULL,
            PRIMARY KEY (key, spelling)
        ) WITHOUT ROWID;
        """)

    static let migration = Migration(
        """
        CREATE TABLE file_tokens (
            hash BLOB PRIMARY KEY,
            app TEXT NOT NULL,
            user TEXT,
            node TEXT,
            not_after INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX file_tokens_end ON file_tokens (not_after);
        CREATE TABLE spent_tokens (
            hash BLOB PRIMARY KEY,
            app TEXT NOT NULL,
            node TEXT NOT NULL,
            request TEXT NOT NULL,
            until INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX spent_tokens_end ON spent_tokens (until);
        """)
}
