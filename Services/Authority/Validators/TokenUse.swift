import Identity
import Schema
import Store

/// What an accepted token is spent as, in the transaction that issues. It holds no secret.
enum TokenUse: Codable, Sendable, Equatable {
    /// Nothing: a renewal.
    case nothing
    /// A token that enrols once.
    case once(TokenMark)

    /// Spends it. A token that was spent is never good again, for the same request neither: that one has its answer.
    ///
    /// - Throws: `tokenUsed` if another request was faster; what SQLite says.
    func spend(
        in database: Database, app: AppID, node: NodeID, request: RequestID, at now: WallTime
    ) throws(BeaconBusError) {
        guard case .once(let mark) = self else { return }
        guard let hash = HexText.decode(mark.hash) else { throw .tokenUsed }
        if mark.isListed {
            let delete = try database.statement("DELETE FROM file_tokens WHERE hash = ? AND app = ?")
            try delete.bind(1, hash)
            try delete.bind(2, app.description)
            try delete.run()
            guard database.changes == 1 else { throw .tokenUsed }
        }
        let insert = try database.statement(
            "INSERT OR IGNORE INTO spent_tokens (hash, app, node, request, until) VALUES (?, ?, ?, ?, ?)")
        try insert.bind(1, hash)
        try insert.bind(2, app.description)
        try insert.bind(3, node.description)
        try insert.bind(4, request.description)
        try insert.bind(5, mark.until.milliseconds)
        try insert.run()
        guard database.changes == 1 else { throw .tokenUsed }
    }
}
