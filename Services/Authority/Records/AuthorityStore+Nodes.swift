import Schema
import Store

extension AuthorityStore {
    /// More nodes than this are not taken: each is three identities at the broker.
    static let maximumNodes: Int64 = 6_000
    /// Machines that may wait for approval at a time.
    static let maximumWaiting: Int64 = 64

    private static let columns =
        """
        node, state, app, user, expected_app, expected_user, expected_until, asking_key, since, bootstrap_epoch,
        pair_epoch
        """

    func node(_ node: NodeID) throws -> NodeRecord? {
        var record: NodeRecord?
        try query("SELECT \(Self.columns) FROM nodes WHERE node = ?", { try $0.bind(1, node.description) }) { row in
            record = Self.node(row)
            return false
        }
        return record
    }

    /// Nodes in the order of their names, after one, until `body` returns false.
    func nodes(after: NodeID?, _ body: (NodeRecord) throws -> Bool) throws {
        // Collected first: `body` may ask this store, and a statement cannot be stepped twice at a time.
        var records: [NodeRecord] = []
        try query(
            "SELECT \(Self.columns) FROM nodes WHERE node > ? ORDER BY node",
            { try $0.bind(1, after?.description ?? "") }
        ) { row in
            if let record = Self.node(row) { records.append(record) }
            return true
        }
        for record in records {
            guard try body(record) else { return }
        }
    }

    func put(_ record: NodeRecord) throws {
        try run("INSERT OR REPLACE INTO nodes (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)") { insert in
            try insert.bind(1, record.node.description)
            try insert.bind(2, record.state.rawValue)
            try insert.bind(3, record.app?.description)
            try insert.bind(4, record.user?.description)
            try insert.bind(5, record.expectedApp?.description)
            try insert.bind(6, record.expectedUser?.description)
            try insert.bind(7, record.expectedUntil?.milliseconds)
            try insert.bind(8, record.askingKey)
            try insert.bind(9, record.since.milliseconds)
            try insert.bind(10, record.bootstrapEpoch)
            try insert.bind(11, record.pairEpoch)
        }
    }

    /// Removes a node and its pairs and requests; its certificates stay listed until they expire.
    func forget(_ node: NodeID) throws {
        for table in ["nodes", "sets", "requests"] {
            try run("DELETE FROM \(table) WHERE node = ?") { try $0.bind(1, node.description) }
        }
    }

    func nodeCount() throws -> Int64 { try database.integer("SELECT count(*) FROM nodes") ?? 0 }

    func waitingCount() throws -> Int64 {
        try database.integer("SELECT count(*) FROM nodes WHERE state = 'waiting'") ?? 0
    }

    /// Those that wait, and those that were revoked and ask to come back.
    func askingCount() throws -> Int64 {
        try database.integer(
            """
            SELECT count(*) FROM nodes
            WHERE state = 'waiting' OR (state = 'revoked' AND asking_key IS NOT NULL)
            """) ?? 0
    }

    /// Under what name the key with this fingerprint asks, or was approved.
    func node(asking fingerprint: String) throws -> NodeID? {
        var node: NodeID?
        try query(
            "SELECT node FROM nodes WHERE asking_key = ? LIMIT 1", { try $0.bind(1, fingerprint) }
        ) { row in
            node = NodeID(row.text(0))
            return false
        }
        return node
    }

    /// Whether a node of this name has ever had a pair of certificates that are not let go of yet.
    func hadPair(_ node: NodeID) throws -> Bool {
        var found = false
        try query(
            "SELECT 1 FROM certificates WHERE node = ? AND purpose = 'pair' LIMIT 1",
            { try $0.bind(1, node.description) }
        ) { _ in
            found = true
            return false
        }
        return found
    }

    func nodeCount(app: AppID) throws -> Int64 {
        var count: Int64 = 0
        try query("SELECT count(*) FROM nodes WHERE app = ?", { try $0.bind(1, app.description) }) { row in
            count = row.int64(0)
            return false
        }
        return count
    }

    /// Lets go of machines that waited in vain since before `time`, and of announced ones that never came.
    func purgeNodes(waitingSince time: WallTime, _ now: WallTime) throws -> Int {
        let waiting = try run("DELETE FROM nodes WHERE state = 'waiting' AND since <= ?") {
            try $0.bind(1, time.milliseconds)
        }
        // One that was revoked stays so; only its asking is over.
        try run("UPDATE nodes SET asking_key = NULL WHERE state = 'revoked' AND asking_key IS NOT NULL AND since <= ?")
        {
            try $0.bind(1, time.milliseconds)
        }
        let absent = try run(
            """
            DELETE FROM nodes WHERE state = 'known' AND expected_until <= ? AND app IS NULL
                AND NOT EXISTS (SELECT 1 FROM sets WHERE sets.node = nodes.node AND status IN ('pending', 'active'))
            """
        ) { try $0.bind(1, now.milliseconds) }
        return waiting + absent
    }

    private static func node(_ row: Statement) -> NodeRecord? {
        guard let node = NodeID(row.text(0)), let state = NodeRecord.State(rawValue: row.text(1)) else { return nil }
        var record = NodeRecord(node: node, state: state, since: WallTime(milliseconds: row.int64(8)))
        record.app = row.optionalText(2).flatMap { AppID($0) }
        record.user = row.optionalText(3).flatMap { UserID($0) }
        record.expectedApp = row.optionalText(4).flatMap { AppID($0) }
        record.expectedUser = row.optionalText(5).flatMap { UserID($0) }
        record.expectedUntil = row.optionalInt64(6).map { WallTime(milliseconds: $0) }
        record.askingKey = row.optionalText(7)
        record.bootstrapEpoch = row.int64(9)
        record.pairEpoch = row.int64(10)
        return record
    }
}
