import Schema
import Store

/// Ending the sessions of a name that may come back: certificates were revoked, or have run out (T13).
extension AuthorityStore {
    /// The names of one node, as epochs go.
    enum Names: Sendable {
        /// The lifecycle's and the scanner's.
        case pair
        case bootstrap
        case all
    }

    /// Ends live sessions under names of a node; those who hold a good certificate come back at once.
    func endSessions(of node: NodeID, _ names: Names = .all) throws {
        guard var record = try self.node(node) else { return }
        let epoch = try nextEpoch()
        if names != .bootstrap { record.pairEpoch = epoch }
        if names != .pair { record.bootstrapEpoch = epoch }
        try put(record)
    }

    /// Certificates that ran out before `time`, were not revoked and are not known to have ended; at most `limit`.
    func newlyEnded(before time: WallTime, limit: Int64) throws -> [IssuedCertificate] {
        try certificates("WHERE ended = 0 AND not_after <= ?1 ORDER BY not_after LIMIT ?2") {
            try $0.bind(1, time.milliseconds)
            try $0.bind(2, limit)
        }.map(\.certificate)
    }

    /// Notes that a certificate has run out, and ends the sessions that may still go on with it.
    func end(_ certificate: IssuedCertificate) throws {
        try run("UPDATE certificates SET ended = 1 WHERE serial = ?") { try $0.bind(1, certificate.serial) }
        // What is revoked had its sessions ended then.
        guard certificate.revoked == nil else { return }
        if let node = certificate.node {
            return try endSessions(of: node, certificate.purpose == .pair ? .pair : .bootstrap)
        }
        let epoch = try nextEpoch()
        try run("UPDATE clients SET epoch = ? WHERE client = ?") {
            try $0.bind(1, epoch)
            try $0.bind(2, certificate.client.description)
        }
    }
}
