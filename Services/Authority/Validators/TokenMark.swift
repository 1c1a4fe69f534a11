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
    /// Under what it may have been remembered before, when the key counted as it was written; nil = under nothing else.
    var formerly: [String]?

    /// How much longer than a token is good its use is remembered: a clock that is wrong by less than that, and is
    /// taken for right, must not make used tokens good again.
    static let memory = Duration.seconds(400 * 86_400)

    /// A token as it was given.
    static func of(_ token: String, app: AppID, goodUntil: WallTime, isListed: Bool) -> TokenMark {
        TokenMark(
            hash: Digest.sha256Hex("token\n\(app)\n\(token)"), until: goodUntil + memory, isListed: isListed)
    }

    /// A signed token by its own name: the same token can be written in several ways. The key stands for its issuer,
    /// so two apps of one issuer do not accept it one after the other, however each has it written.
    ///
    /// - Parameter spellings: SHA-256 (hex) of other texts of the key, see ``KeySpellings``.
    static func of(
        tokenNamed name: String, key: VerificationKey, spellings: [String] = [], goodUntil: WallTime
    ) -> TokenMark {
        func hash(_ key: String) -> String { Digest.sha256Hex("name\n\(key)\n\(name)") }
        return TokenMark(
            hash: hash(key.mark), until: goodUntil + memory, isListed: false,
            formerly: spellings.isEmpty ? nil : spellings.map(hash))
    }

    /// Refuses a token that was spent before anybody is asked about it.
    ///
    /// - Throws: `tokenUsed`.
    func check(in database: Database) throws(BeaconBusError) {
        let select = try database.statement("SELECT 1 FROM spent_tokens WHERE hash = ?")
        defer { select.reset() }
        for hash in [hash] + (formerly ?? []) {
            select.reset()
            try select.bind(1, HexText.decode(hash) ?? [])
            if try select.step() { throw .tokenUsed }
        }
    }
}
