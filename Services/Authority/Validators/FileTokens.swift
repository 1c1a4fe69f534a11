import Identity
import Schema
import Store

/// One-time tokens made here. Only their hashes are stored, with whom they are for and until when.
enum FileTokens {
    /// Greatest number of an app's tokens that are good and not used.
    static let greatestCount: Int64 = 10_000

    /// Makes tokens of 192 random bits.
    ///
    /// - Throws: `busy` if too many are unused; what SQLite says.
    static func create(
        _ command: TokenCreateCommand, in database: Database, at now: WallTime, until: WallTime
    ) throws(BeaconBusError) -> [String] {
        let count = max(1, min(100, command.count ?? 1))
        let unused = try database.statement("SELECT COUNT(*) FROM file_tokens WHERE app = ? AND not_after > ?")
        try unused.bind(1, command.app.description)
        try unused.bind(2, now.milliseconds)
        let before = try unused.step() ? unused.int64(0) : 0
        unused.reset()
        guard before + count <= greatestCount else {
            throw BeaconBusError(
                .busy, "Too many unused tokens",
                reason: "app \(command.app) has \(before) tokens that are good and not used",
                suggestion: "Use them, or wait until they expire.")
        }
        var tokens: [String] = []
        for _ in 0..<count {
            let token = Base64.encodeURL(SystemRandom.bytes(24))
            let mark = TokenMark.of(token, app: command.app, goodUntil: until, isListed: true)
            let insert = try database.statement(
                "INSERT INTO file_tokens (hash, app, user, node, not_after) VALUES (?, ?, ?, ?, ?)")
            try insert.bind(1, HexText.decode(mark.hash) ?? [])
            try insert.bind(2, command.app.description)
            try insert.bind(3, command.user?.description)
            try insert.bind(4, command.node?.description)
            try insert.bind(5, until.milliseconds)
            try insert.run()
            tokens.append(token)
        }
        return tokens
    }

    /// Whether a token of the list is good for this question.
    ///
    /// - Throws: `tokenInvalid`, `tokenUsed`, `tokenExpired`.
    static func judge(
        _ token: String, _ question: ValidateRequest, in database: Database, at now: WallTime
    ) throws(BeaconBusError) -> TokenUse {
        let select = try database.statement(
            "SELECT user, node, not_after FROM file_tokens WHERE hash = ? AND app = ?")
        defer { select.reset() }
        let hash = TokenMark.of(token, app: question.app, goodUntil: now, isListed: true).hash
        try select.bind(1, HexText.decode(hash) ?? [])
        try select.bind(2, question.app.description)
        guard try select.step() else {
            throw .tokenRefused(.tokenInvalid, "app \(question.app) has no such token")
        }
        let until = WallTime(milliseconds: select.int64(2))
        guard now < until else { throw .tokenRefused(.tokenExpired, "the token was good until \(until)") }
        guard select.optionalText(0).map({ $0 == question.user.description }) ?? true else {
            throw .tokenRefused(.tokenInvalid, "the token is for another user")
        }
        guard select.optionalText(1).map({ $0 == question.node.description }) ?? true else {
            throw .tokenRefused(.tokenInvalid, "the token is for another node")
        }
        return .once(TokenMark.of(token, app: question.app, goodUntil: until, isListed: true))
    }

    /// How long an unused token is remembered after its end, so that it is told what is wrong with it.
    static let memory = Duration.seconds(30 * 86_400)

    /// Lets go of unused tokens that ended long ago, and of what was spent long ago.
    static func purge(in database: Database, at now: WallTime) throws(BeaconBusError) {
        let unused = try database.statement("DELETE FROM file_tokens WHERE not_after <= ?")
        try unused.bind(1, (now - memory).milliseconds)
        try unused.run()
        let spent = try database.statement("DELETE FROM spent_tokens WHERE until <= ?")
        try spent.bind(1, now.milliseconds)
        try spent.run()
    }
}
