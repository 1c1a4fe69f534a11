import Identity
import Schema
import Store

/// Other texts of keys that sign tokens. Once a used token was remembered under its key's text as it was given; those
/// that were remembered so must go on being refused when the key stands there in another way.
enum KeySpellings {
    /// SHA-256 (hex) of the other texts of a key.
    ///
    /// - Parameter key: its mark.
    static func of(_ key: String, in database: Database) throws(BeaconBusError) -> [String] {
        let select = try database.statement("SELECT spelling FROM key_spellings WHERE key = ?")
        defer { select.reset() }
        try select.bind(1, key)
        var list: [String] = []
        while try select.step() { list.append(select.text(0)) }
        return list
    }

    /// Whether a text of a key has another mark than the key, and is not remembered yet.
    static func isNew(_ text: String, of key: VerificationKey, in database: Database) throws(BeaconBusError) -> Bool {
        let spelling = Digest.sha256Hex(text)
        guard spelling != key.mark else { return false }
        return try !of(key.mark, in: database).contains(spelling)
    }

    /// Remembers a text of a key, if it has another mark than the key.
    static func note(_ text: String, of key: VerificationKey, in database: Database) throws(BeaconBusError) {
        let spelling = Digest.sha256Hex(text)
        guard spelling != key.mark else { return }
        let insert = try database.statement("INSERT OR IGNORE INTO key_spellings (key, spelling) VALUES (?, ?)")
        try insert.bind(1, key.mark)
        try insert.bind(2, spelling)
        try insert.run()
    }
}
