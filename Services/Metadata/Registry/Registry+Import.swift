import Glibc
import Schema
import Store

extension Registry {
    /// A row that names the same beacon as an earlier one of the same import.
    struct Duplicate: Equatable {
        var line: Int64
        var firstLine: Int64
    }

    /// Keeps rows for the end of their import. Rows that name a beacon a second time are returned and not kept.
    func stage(_ rows: [(line: Int64, record: RegistryRecord)]) throws -> [Duplicate] {
        try openStaging()
        return try database.transaction {
            var duplicates: [Duplicate] = []
            for row in rows {
                let id = row.record.identity.id.description
                let insert = try database.statement("INSERT OR IGNORE INTO staging.rows VALUES (?, ?, ?, ?)")
                try insert.bind(1, id)
                try insert.bind(2, row.line)
                try insert.bind(3, row.record.overrides)
                try insert.bind(4, row.record.json)
                try insert.run()
                if database.changes > 0 { continue }
                let first = try database.statement("SELECT line FROM staging.rows WHERE id = ?")
                defer { first.reset() }
                try first.bind(1, id)
                _ = try first.step()
                duplicates.append(Duplicate(line: row.line, firstLine: first.int64(0)))
            }
            return duplicates
        }
    }

    /// Makes the staged rows the registry's, all of them or none.
    /// - Parameter replacing: whether beacons that are not among the rows are removed.
    func commitStaged(replacing: Bool) throws -> RegistryChange {
        try openStaging()
        let change = try change { change in
            if replacing { try removeUnstaged(&change) }
            let others = try database.integer(
                """
                SELECT EXISTS (SELECT 1 FROM staging.rows AS new JOIN beacons AS old ON old.id = new.id
                WHERE old.overrides <> new.overrides)
                """)
            let before = try database.integer("SELECT count(*) FROM beacons") ?? 0
            let merge = try database.statement(
                """
                INSERT INTO beacons (id, revision, overrides, record)
                SELECT id, ?1, overrides, record FROM staging.rows WHERE true
                ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, overrides = excluded.overrides,
                    record = excluded.record
                WHERE record <> excluded.record
                """)
            try merge.bind(1, change.revision)
            try merge.run()
            let touched = database.changes
            let after = try database.integer("SELECT count(*) FROM beacons") ?? 0
            change.added = Int(after - before)
            change.updated = touched - change.added
            change.affectsRules = others != 0 || change.added > 0 || change.removed > 0
            guard touched > 0 else { return }
            let named = try database.statement("SELECT id FROM beacons WHERE revision = ? LIMIT 257")
            defer { named.reset() }
            try named.bind(1, change.revision)
            while try named.step() { change.name(named.text(0)) }
        }
        discardStaged()
        return change
    }

    private func removeUnstaged(_ change: inout RegistryChange) throws {
        let condition = "FROM beacons WHERE id NOT IN (SELECT id FROM staging.rows)"
        let select = try database.statement("SELECT id \(condition) LIMIT 257")
        while try select.step() { change.name(select.text(0)) }
        try database.statement("DELETE \(condition)").run()
        change.removed = database.changes
    }

    /// Throws the staged rows away.
    func discardStaged() {
        guard hasStaging else { return }
        try? database.execute("DETACH staging")
        unlink(stagingPath)
        hasStaging = false
    }

    private func openStaging() throws {
        if hasStaging { return }
        let descriptor = open(stagingPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
        do {
            try database.execute(Self.stagingSchema(path: stagingPath))
        } catch {
            try? database.execute("DETACH staging")
            throw error
        }
        hasStaging = true
    }
}
