import Store

extension AuthorityStore {
    /// The steps of the database's schema, oldest first.
    static let migrations = [
        Migration(
            """
            CREATE TABLE authority (
                only INTEGER PRIMARY KEY CHECK (only = 1),
                revision INTEGER NOT NULL,
                list_number INTEGER NOT NULL,
                list_issued INTEGER NOT NULL,
                list_stamp INTEGER NOT NULL,
                list_stale INTEGER NOT NULL,
                clock INTEGER NOT NULL
            );
            INSERT INTO authority VALUES (1, 1, 1, 0, 0, 1, 0);
            CREATE TABLE apps (
                app TEXT PRIMARY KEY,
                validator BLOB NOT NULL,
                enabled INTEGER NOT NULL,
                life INTEGER,
                secret BLOB,
                old_secret BLOB,
                old_until INTEGER
            ) WITHOUT ROWID;
            CREATE TABLE nodes (
                node TEXT PRIMARY KEY,
                state TEXT NOT NULL,
                app TEXT,
                user TEXT,
                expected_app TEXT,
                expected_user TEXT,
                expected_until INTEGER,
                asking_key TEXT,
                since INTEGER NOT NULL,
                bootstrap_epoch INTEGER NOT NULL
            ) WITHOUT ROWID;
            CREATE INDEX nodes_expected ON nodes (expected_until) WHERE expected_until IS NOT NULL;
            CREATE INDEX nodes_waiting ON nodes (since) WHERE state = 'waiting';
            CREATE TABLE sets (
                id TEXT PRIMARY KEY,
                node TEXT NOT NULL,
                status TEXT NOT NULL,
                app TEXT NOT NULL,
                user TEXT NOT NULL,
                lifecycle_key BLOB NOT NULL,
                scanner_key BLOB NOT NULL,
                lifecycle_fingerprint TEXT NOT NULL,
                scanner_fingerprint TEXT NOT NULL,
                issued INTEGER NOT NULL,
                not_after INTEGER NOT NULL,
                changed INTEGER NOT NULL,
                chain INTEGER NOT NULL
            ) WITHOUT ROWID;
            CREATE INDEX sets_node ON sets (node, status);
            CREATE INDEX sets_lifecycle ON sets (lifecycle_fingerprint);
            CREATE INDEX sets_scanner ON sets (scanner_fingerprint);
            CREATE INDEX sets_due ON sets (status, changed) WHERE status IN ('pending', 'superseded');
            CREATE UNIQUE INDEX sets_one_active ON sets (node) WHERE status = 'active';
            CREATE UNIQUE INDEX sets_one_pending ON sets (node) WHERE status = 'pending';
            CREATE TABLE certificates (
                number INTEGER PRIMARY KEY,
                serial TEXT NOT NULL UNIQUE,
                client TEXT NOT NULL,
                purpose TEXT NOT NULL,
                node TEXT,
                set_id TEXT,
                issued INTEGER NOT NULL,
                not_after INTEGER NOT NULL,
                revoked INTEGER
            );
            CREATE INDEX certificates_client ON certificates (client, number);
            CREATE INDEX certificates_node ON certificates (node, purpose) WHERE node IS NOT NULL;
            CREATE INDEX certificates_set ON certificates (set_id) WHERE set_id IS NOT NULL;
            CREATE INDEX certificates_revoked ON certificates (not_after) WHERE revoked IS NOT NULL;
            CREATE INDEX certificates_end ON certificates (not_after);
            CREATE TABLE clients (
                client TEXT PRIMARY KEY,
                validates TEXT NOT NULL
            ) WITHOUT ROWID;
            CREATE TABLE requests (
                node TEXT NOT NULL,
                id TEXT NOT NULL,
                hash BLOB NOT NULL,
                acceptance BLOB,
                answer BLOB,
                refused INTEGER NOT NULL,
                at INTEGER NOT NULL,
                PRIMARY KEY (node, id)
            ) WITHOUT ROWID;
            CREATE INDEX requests_at ON requests (at);
            """),
        TokenTables.migration,
        // Epochs of pairs and of clients, and which certificates are known to have run out.
        Migration(
            """
            ALTER TABLE nodes ADD COLUMN pair_epoch INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE clients ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE certificates ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;
            CREATE INDEX certificates_running ON certificates (not_after) WHERE ended = 0;
            """),
        TokenTables.spellings,
        Migration("CREATE INDEX nodes_asking ON nodes (asking_key) WHERE asking_key IS NOT NULL;"),
        // Who may judge tokens follows from the apps since: the gate is told anew where somebody could.
        Migration(
            """
            UPDATE authority SET revision = revision + 1
            WHERE EXISTS (SELECT 1 FROM clients WHERE validates <> '');
            """),
    ]
}
