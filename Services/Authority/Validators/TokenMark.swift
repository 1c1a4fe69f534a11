import Identity
import Schema
import Store

/// How a token is remembered: by a hash from which nobody gets it back, as tokens of ours have 192 random bits and
/// those of others are used up.
struct TokenMark: Codable, Sendable, Equatable {
    /// SHA-256, lower-case hex.
    let hash: String
    /// Until when it is remembered that it was spent.
    let until: WallTime
    /// Whether it stands in the list of tokens made here.
    let isListed: Bool

    /// How much longer than a token is good its use is remembered: a clock that is wrong by less than that, and is
    /// taken for right, must not make used tokens good again.
    static let memory = Duration.seconds(400 * 86_400)

    /// A token as it was given.
    static func of(_ token: String, app: AppID, goodUntil: WallTime, isListed: Bool) -> TokenMark {
        TokenMark(
            hash: Digest.sha256Hex("token\n\(app)\n\(token)"), until: goodUntil + memory, isListed: isListed)
    }

    /// A signed token by its own name: the same token can be written in several ways. The key stands for its issuer,
    /// so two apps of one issuer do not accept it one after the other.
    static func of(tokenNamed name: String, key: String, goodUntil: WallTime) -> TokenMark {
        TokenMark(
            hash: Digest.sha256Hex("name\n\(Digest.sha256Hex(key))\n\(name)"), until: goodUntil + memory,
            isListed: false)
    }

    /// Refuses a token that was spent before anybody is asked about it.
    ///
    /// - Throws: `tokenUsed`.
    func check(in database: Database) throws(BeaconBusError) {
        let select = try database.statement("SELECT 1 FROM spent_tokens WHERE hash = ?")
        defer { select.reset() }
        try select.bind(1, HexText.decode(hash) ?? [])
        if try select.step() { throw .tokenUsed }
    }
}
