import Schema
import Store

extension AuthorityStore {
    func list() throws -> RevocationListRecord {
        var list = RevocationListRecord(number: 1, issued: .epoch, stamp: .epoch, isStale: true)
        try query("SELECT list_number, list_issued, list_stamp, list_stale FROM authority") { row in
            list = RevocationListRecord(
                number: UInt64(clamping: row.int64(0)), issued: WallTime(milliseconds: row.int64(1)),
                stamp: WallTime(milliseconds: row.int64(2)), isStale: row.int64(3) != 0)
            return false
        }
        return list
    }

    /// Notes the list that is made next.
    func put(_ list: RevocationListRecord) throws {
        try run("UPDATE authority SET list_number = ?, list_issued = ?, list_stamp = ?, list_stale = ?") {
            try $0.bind(1, Int64(clamping: list.number))
            try $0.bind(2, list.issued.milliseconds)
            try $0.bind(3, list.stamp.milliseconds)
            try $0.bind(4, Int64(list.isStale ? 1 : 0))
        }
    }

    /// What stands on the list: revoked and not expired yet.
    func revoked(_ now: WallTime) throws -> [(serial: String, at: WallTime)] {
        var list: [(serial: String, at: WallTime)] = []
        try query(
            "SELECT serial, revoked FROM certificates WHERE revoked IS NOT NULL AND not_after > ? ORDER BY number",
            { try $0.bind(1, now.milliseconds) }
        ) { row in
            list.append((row.text(0), WallTime(milliseconds: row.int64(1))))
            return true
        }
        return list
    }

    /// How many stand on it.
    func revokedCount(_ now: WallTime) throws -> Int64 {
        var count: Int64 = 0
        try query(
            "SELECT count(*) FROM certificates WHERE revoked IS NOT NULL AND not_after > ?",
            { try $0.bind(1, now.milliseconds) }
        ) { row in
            count = row.int64(0)
            return false
        }
        return count
    }

    /// Puts a node's certificates onto the list, those of one purpose only where it is given; how many.
    func revoke(node: NodeID, only purpose: IssuedCertificate.Purpose? = nil, _ now: WallTime) throws -> Int {
        try revoke("node = ?2 AND (?3 IS NULL OR purpose = ?3)", now) {
            try $0.bind(2, node.description)
            try $0.bind(3, purpose?.rawValue)
        }
    }

    /// Puts the certificates of a pair onto the list; how many.
    func revoke(set: CertificateSetID, _ now: WallTime) throws -> Int {
        try revoke("set_id = ?2", now) { try $0.bind(2, set.description) }
    }

    /// Puts the certificates of a client that is no node onto the list; how many.
    func revoke(client: ClientID, _ now: WallTime) throws -> Int {
        try revoke("client = ?2 AND purpose = 'client'", now) { try $0.bind(2, client.description) }
    }

    private func revoke(_ clause: String, _ now: WallTime, _ bind: (Statement) throws -> Void) throws -> Int {
        let count = try run(
            "UPDATE certificates SET revoked = ?1 WHERE revoked IS NULL AND not_after > ?1 AND \(clause)"
        ) {
            try $0.bind(1, now.milliseconds)
            try bind($0)
        }
        if count > 0 { try run("UPDATE authority SET list_stale = 1") }
        return count
    }
}
