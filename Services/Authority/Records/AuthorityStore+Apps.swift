import Identity
import Schema
import ServiceKit
import Store

extension AuthorityStore {
    /// Apps at a site.
    static let maximumApps = 64

    func app(_ app: AppID) throws -> AppRecord? {
        try apps("WHERE app = ?") { try $0.bind(1, app.description) }.first
    }

    /// All apps in order of their names.
    func apps() throws -> [AppRecord] { try apps("ORDER BY app") { _ in } }

    func put(_ record: AppRecord) throws {
        let validator = try JSONValue(encoding: record.validator).bytes
        try run("INSERT OR REPLACE INTO apps VALUES (?, ?, ?, ?, ?, ?, ?)") { insert in
            try insert.bind(1, record.app.description)
            try insert.bind(2, validator)
            try insert.bind(3, Int64(record.isEnabled ? 1 : 0))
            try insert.bind(4, record.life?.saturatedMilliseconds)
            try insert.bind(5, record.secret?.withBytes { Array($0) })
            try insert.bind(6, record.oldSecret?.withBytes { Array($0) })
            try insert.bind(7, record.oldSecretUntil?.milliseconds)
        }
    }

    /// Writes the keys of signed tokens in the one way in which they are kept, and remembers how they stood there: so
    /// tokens that were used under another text of their key stay used. Where all stand so, nothing is written.
    func rewriteKeys() throws(BeaconBusError) {
        do {
            var found: [(record: AppRecord, text: String, key: VerificationKey)] = []
            for record in try apps() {
                guard record.validator.kind == .jwt, let text = record.validator.key,
                    let algorithm = record.validator.algorithm,
                    // One that cannot be read judges nothing either.
                    let key = try? VerificationKey(algorithm, text: text)
                else { continue }
                if try text != key.canonicalText || KeySpellings.isNew(text, of: key, in: database) {
                    found.append((record, text, key))
                }
            }
            guard !found.isEmpty else { return }
            try database.transaction {
                for (found, text, key) in found {
                    try KeySpellings.note(text, of: key, in: database)
                    var record = found
                    record.validator.key = key.canonicalText
                    try put(record)
                }
            }
        } catch {
            throw BeaconBusError.common(error)
        }
    }

    private func apps(_ clause: String, _ bind: (Statement) throws -> Void) throws -> [AppRecord] {
        var list: [AppRecord] = []
        try query(
            "SELECT app, validator, enabled, life, secret, old_secret, old_until FROM apps \(clause)", bind
        ) { row in
            guard let app = AppID(row.text(0)) else { return true }
            let validator = try JSONValue.parse(row.bytes(1)).decode(ValidatorDefinition.self)
            var record = AppRecord(app: app, validator: validator)
            record.isEnabled = row.int64(2) != 0
            record.life = row.optionalInt64(3).map { .milliseconds($0) }
            record.secret = row.isNull(4) ? nil : SecretBytes(row.bytes(4))
            record.oldSecret = row.isNull(5) ? nil : SecretBytes(row.bytes(5))
            record.oldSecretUntil = row.optionalInt64(6).map { WallTime(milliseconds: $0) }
            list.append(record)
            return true
        }
        return list
    }
}
