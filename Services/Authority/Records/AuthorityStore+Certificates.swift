import Schema
import Store

extension AuthorityStore {
    private static let columns = "serial, client, purpose, node, set_id, issued, not_after, revoked"

    func insert(_ certificate: IssuedCertificate) throws {
        try run("INSERT INTO certificates (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)") { insert in
            try insert.bind(1, certificate.serial)
            try insert.bind(2, certificate.client.description)
            try insert.bind(3, certificate.purpose.rawValue)
            try insert.bind(4, certificate.node?.description)
            try insert.bind(5, certificate.set?.description)
            try insert.bind(6, certificate.issued.milliseconds)
            try insert.bind(7, certificate.notAfter.milliseconds)
            try insert.bind(8, certificate.revoked?.milliseconds)
        }
    }

    func certificate(_ serial: String) throws -> IssuedCertificate? {
        try certificates("WHERE serial = ?") { try $0.bind(1, serial) }.first?.certificate
    }

    /// Certificates issued before one, newest first, at most `limit`; those of one client where it is given.
    func certificates(of client: ClientID?, before serial: String?, limit: Int64) throws -> [IssuedCertificate] {
        try certificates(
            """
            WHERE (?1 IS NULL OR client = ?1)
                AND (?2 IS NULL OR number < (SELECT number FROM certificates WHERE serial = ?2))
            ORDER BY number DESC LIMIT ?3
            """
        ) {
            try $0.bind(1, client?.description)
            try $0.bind(2, serial)
            try $0.bind(3, limit)
        }.map(\.certificate)
    }

    /// Lets go of certificates that expired before `time`.
    func purgeCertificates(before time: WallTime) throws -> Int {
        try run("DELETE FROM certificates WHERE not_after <= ?") { try $0.bind(1, time.milliseconds) }
    }

    /// Clients that are no nodes and have a certificate that still counts, with the apps whose questions they answer
    /// and the epochs of their sessions.
    func clients(_ now: WallTime) throws -> [(client: ClientID, validates: [AppID], epoch: Int64)] {
        var list: [(client: ClientID, validates: [AppID], epoch: Int64)] = []
        try query(
            """
            SELECT client, validates, epoch FROM clients
            WHERE EXISTS (
                SELECT 1 FROM certificates
                WHERE certificates.client = clients.client AND revoked IS NULL AND not_after > ?)
            ORDER BY client
            """, { try $0.bind(1, now.milliseconds) }
        ) { row in
            guard let client = ClientID(row.text(0)) else { return true }
            let apps = row.text(1).split(separator: " ").compactMap { AppID(String($0)) }
            list.append((client, apps, row.int64(2)))
            return true
        }
        return list
    }

    /// Notes a client, and that access has changed; what it validates stays as it was where it is not said.
    func putClient(_ client: ClientID, validates: [AppID]?) throws {
        let next = try nextEpoch()
        // Put off before: a gate that was not there then has yet to end those sessions.
        let epoch = try hasRevoked(client) ? next : 0
        try run(
            """
            INSERT INTO clients (client, validates, epoch) VALUES (?1, coalesce(?2, ''), ?3)
            ON CONFLICT (client) DO UPDATE SET validates = coalesce(?2, validates)
            """
        ) {
            try $0.bind(1, client.description)
            try $0.bind(2, validates.map { $0.map(\.description).joined(separator: " ") })
            try $0.bind(3, epoch)
        }
    }

    private func hasRevoked(_ client: ClientID) throws -> Bool {
        var has = false
        try query(
            "SELECT 1 FROM certificates WHERE client = ? AND revoked IS NOT NULL LIMIT 1",
            { try $0.bind(1, client.description) }
        ) { _ in
            has = true
            return false
        }
        return has
    }

    func removeClient(_ client: ClientID) throws {
        try run("DELETE FROM clients WHERE client = ?") { try $0.bind(1, client.description) }
    }

    func certificates(
        _ clause: String, _ bind: (Statement) throws -> Void
    ) throws -> [(number: Int64, certificate: IssuedCertificate)] {
        var list: [(Int64, IssuedCertificate)] = []
        try query("SELECT number, \(Self.columns) FROM certificates \(clause)", bind) { row in
            guard let client = ClientID(row.text(2)), let purpose = IssuedCertificate.Purpose(rawValue: row.text(3))
            else { return true }
            list.append(
                (
                    row.int64(0),
                    IssuedCertificate(
                        serial: row.text(1), client: client, purpose: purpose,
                        node: row.optionalText(4).flatMap { NodeID($0) },
                        set: row.optionalText(5).flatMap { CertificateSetID($0) },
                        issued: WallTime(milliseconds: row.int64(6)), notAfter: WallTime(milliseconds: row.int64(7)),
                        revoked: row.optionalInt64(8).map { WallTime(milliseconds: $0) })
                ))
            return true
        }
        return list
    }
}
