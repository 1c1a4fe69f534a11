extension Ledger {
    static let migrations = [
        Migration(
            """
            CREATE TABLE meta (
                id INTEGER PRIMARY KEY CHECK (id = 1), boot TEXT NOT NULL, offset INTEGER NOT NULL,
                outcomesSent INTEGER NOT NULL, actionsSent INTEGER NOT NULL);
            -- One row a (node, journal): all its entries up to `through` are stored.
            CREATE TABLE streams (
                id INTEGER PRIMARY KEY, node TEXT NOT NULL, journal TEXT NOT NULL, through INTEGER NOT NULL,
                seen INTEGER NOT NULL, UNIQUE (node, journal));
            -- Entries stored beyond a gap; `ended` is the counter an inactive entry ended, 0 for an active one.
            CREATE TABLE beyond (
                stream INTEGER NOT NULL, entry INTEGER NOT NULL, ended INTEGER NOT NULL, at INTEGER NOT NULL,
                PRIMARY KEY (stream, entry)) WITHOUT ROWID;
            CREATE TABLE activations (
                stream INTEGER NOT NULL, counter INTEGER NOT NULL, beacon TEXT NOT NULL, episode INTEGER NOT NULL,
                stored INTEGER NOT NULL, first INTEGER NOT NULL, flags INTEGER NOT NULL, ended INTEGER,
                outcome INTEGER, PRIMARY KEY (stream, counter)) WITHOUT ROWID;
            CREATE TABLE outcomes (
                number INTEGER PRIMARY KEY, stream INTEGER NOT NULL, counter INTEGER NOT NULL, at INTEGER NOT NULL,
                kind INTEGER NOT NULL, body BLOB NOT NULL);
            CREATE TABLE actions (
                number INTEGER PRIMARY KEY, stream INTEGER NOT NULL, counter INTEGER NOT NULL, at INTEGER NOT NULL,
                kind INTEGER NOT NULL, body BLOB NOT NULL);
            CREATE TABLE episodes (
                id INTEGER PRIMARY KEY, beacon TEXT NOT NULL, opened INTEGER NOT NULL, closed INTEGER,
                left INTEGER, effect INTEGER NOT NULL);
            CREATE TABLE cooldowns (
                beacon TEXT NOT NULL, kind INTEGER NOT NULL, at INTEGER NOT NULL, until INTEGER NOT NULL,
                PRIMARY KEY (beacon, kind)) WITHOUT ROWID;
            CREATE TABLE inboxes (
                inbox TEXT NOT NULL, asset TEXT NOT NULL, added INTEGER NOT NULL, unread INTEGER NOT NULL,
                saved INTEGER NOT NULL, expires INTEGER, activation TEXT NOT NULL, PRIMARY KEY (inbox, asset))
                WITHOUT ROWID;
            """)
    ]
}
