import Schema
import Store

extension AuthorityStore {
    private static let columns = """
        id, node, status, app, user, lifecycle_key, scanner_key, lifecycle_fingerprint, scanner_fingerprint, issued,
        not_after, changed, chain
        """

    func set(_ id: CertificateSetID) throws -> CertificateSet? {
        try sets("WHERE id = ?") { try $0.bind(1, id.description) }.first
    }

    /// The node's pair in that status; there is at most one active and one pending.
    func set(of node: NodeID, _ status: IssuedStatus) throws -> CertificateSet? {
        try sets("WHERE node = ? AND status = ?") {
            try $0.bind(1, node.description)
            try $0.bind(2, status.rawValue)
        }.first
    }

    /// Pairs that have been in their status since before `time`.
    func sets(_ status: IssuedStatus, since time: WallTime) throws -> [CertificateSet] {
        try sets("WHERE status = ? AND changed <= ? LIMIT 200") {
            try $0.bind(1, status.rawValue)
            try $0.bind(2, time.milliseconds)
        }
    }

    /// When the next pair has been long enough in that status to be due.
    func earliestChange(_ status: IssuedStatus) throws -> WallTime? {
        var earliest: WallTime?
        try query(
            "SELECT changed FROM sets WHERE status = ? ORDER BY changed LIMIT 1", { try $0.bind(1, status.rawValue) }
        ) { row in
            earliest = WallTime(milliseconds: row.int64(0))
            return false
        }
        return earliest
    }

    func insert(_ set: CertificateSet) throws {
        try run("INSERT INTO sets (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)") { insert in
            try insert.bind(1, set.id.description)
            try insert.bind(2, set.node.description)
            try insert.bind(3, set.status.rawValue)
            try insert.bind(4, set.app.description)
            try insert.bind(5, set.user.description)
            try insert.bind(6, set.lifecycleKey)
            try insert.bind(7, set.scannerKey)
            try insert.bind(8, set.lifecycleFingerprint)
            try insert.bind(9, set.scannerFingerprint)
            try insert.bind(10, set.issued.milliseconds)
            try insert.bind(11, set.notAfter.milliseconds)
            try insert.bind(12, set.changed.milliseconds)
            try insert.bind(13, set.chainBegan.milliseconds)
        }
    }

    func setStatus(_ id: CertificateSetID, _ status: IssuedStatus, _ now: WallTime) throws {
        try run("UPDATE sets SET status = ?, changed = ? WHERE id = ?") {
            try $0.bind(1, status.rawValue)
            try $0.bind(2, now.milliseconds)
            try $0.bind(3, id.description)
        }
    }

    /// Whether a key with one of these fingerprints is another node's.
    func isKeyOfAnother(than node: NodeID, _ fingerprints: [String]) throws -> Bool {
        for fingerprint in fingerprints {
            let other = try sets(
                "WHERE (lifecycle_fingerprint = ?1 OR scanner_fingerprint = ?1) AND node <> ?2 LIMIT 1"
            ) {
                try $0.bind(1, fingerprint)
                try $0.bind(2, node.description)
            }
            if !other.isEmpty { return true }
        }
        return false
    }

    func setCount(_ status: IssuedStatus) throws -> Int64 {
        var count: Int64 = 0
        try query("SELECT count(*) FROM sets WHERE status = ?", { try $0.bind(1, status.rawValue) }) { row in
            count = row.int64(0)
            return false
        }
        return count
    }

    /// Lets go of pairs that are worth nothing since before `time`.
    func purgeSets(before time: WallTime) throws -> Int {
        try run("DELETE FROM sets WHERE status = 'revoked' AND changed <= ?1 AND not_after <= ?1") {
            try $0.bind(1, time.milliseconds)
        }
    }

    private func sets(_ clause: String, _ bind: (Statement) throws -> Void) throws -> [CertificateSet] {
        var sets: [CertificateSet] = []
        try query("SELECT \(Self.columns) FROM sets \(clause)", bind) { row in
            guard let id = CertificateSetID(row.text(0)), let node = NodeID(row.text(1)),
                let status = IssuedStatus(rawValue: row.text(2)), let app = AppID(row.text(3)),
                let user = UserID(row.text(4))
            else { return true }
            sets.append(
                CertificateSet(
                    id: id, node: node, status: status, app: app, user: user, lifecycleKey: row.bytes(5),
                    scannerKey: row.bytes(6), lifecycleFingerprint: row.text(7), scannerFingerprint: row.text(8),
                    issued: WallTime(milliseconds: row.int64(9)), notAfter: WallTime(milliseconds: row.int64(10)),
                    changed: WallTime(milliseconds: row.int64(11)), chainBegan: WallTime(milliseconds: row.int64(12))))
            return true
        }
        return sets
    }
}
