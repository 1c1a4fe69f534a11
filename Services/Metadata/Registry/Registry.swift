import Glibc
import Schema
import Store

/// The site's registered beacons in SQLite, confined to the thread that uses it.
///
/// Every change is one transaction that raises the revision by one; a change that changes nothing leaves it. When a call
/// has returned, its change survives the loss of power; when it throws, nothing happened.
final class Registry {
    /// A registry database beyond this refuses to grow: 1 GiB.
    static let maximumBytes: Int64 = 1 << 30

    let database: Database
    /// Tells this registry from another one that once had the same revisions: 16 hex digits made with the file.
    let id: RegistryID
    /// Rises by one with every change.
    private(set) var revision: Int64
    /// Number of registered beacons.
    private(set) var records: Int64
    let stagingPath: String
    var hasStaging = false

    /// Opens or makes `registry.sqlite` in the folder.
    init(folder: String) throws(BeaconBusError) {
        var options = DatabaseOptions()
        options.maximumBytes = Self.maximumBytes
        database = try Database(path: "\(folder)/registry.sqlite", options: options, migrations: Self.migrations)
        stagingPath = "\(folder)/import.sqlite"
        // What a process left behind that was killed during an import is worth nothing.
        unlink(stagingPath)
        // What an erased beacon left in the file's free space must not be readable (D18).
        try database.execute("PRAGMA secure_delete = ON")
        let row = try database.statement("SELECT id, revision, records FROM registry")
        defer { row.reset() }
        guard try row.step() else {
            throw BeaconBusError(
                .storeCorrupt, reason: "\(folder)/registry.sqlite has no registry row",
                suggestion: "Move the file away and import the beacons again.")
        }
        guard let id = RegistryID(row.text(0)) else {
            throw BeaconBusError(
                .storeCorrupt, reason: "\(folder)/registry.sqlite has the registry id \(quoted(row.text(0)))",
                suggestion: "Move the file away and import the beacons again.")
        }
        self.id = id
        revision = row.int64(1)
        records = row.int64(2)
    }

    /// Runs one change and raises the revision if it changed anything.
    func change(_ body: (inout RegistryChange) throws -> Void) throws -> RegistryChange {
        let change = try database.transaction {
            var change = RegistryChange(revision: revision + 1)
            try body(&change)
            if change.isEmpty {
                change.revision = revision
                return change
            }
            if change.added > 0 { try checkUnfoldable() }
            let update = try database.statement("UPDATE registry SET revision = ?, records = ?")
            try update.bind(1, change.revision)
            try update.bind(2, records + Int64(change.added - change.removed))
            try update.run()
            return change
        }
        revision = change.revision
        records += Int64(change.added - change.removed)
        return change
    }

    /// Runs a change of something else than records, and raises the revision if it says that it changed something.
    func raisingRevision(_ body: () throws -> Int64) throws -> Int64 {
        let changed = try database.transaction {
            let changed = try body()
            if changed > 0 { try database.execute("UPDATE registry SET revision = revision + 1") }
            return changed
        }
        if changed > 0 { revision += 1 }
        return changed
    }

    /// Adds the records, or replaces those the beacons had.
    func put(_ list: [RegistryRecord]) throws -> RegistryChange {
        try change { change in
            for record in list {
                let id = record.identity.id.description
                let before = try overrides(of: id)
                let insert = try database.statement(Self.upsert)
                try insert.bind(1, id)
                try insert.bind(2, change.revision)
                try insert.bind(3, record.overrides)
                try insert.bind(4, record.json)
                try insert.run()
                guard database.changes > 0 else { continue }
                if before == nil { change.added += 1 } else { change.updated += 1 }
                if before != record.overrides { change.affectsRules = true }
                change.name(id)
            }
        }
    }

    /// Removes the beacons; those that were not there are returned.
    func delete(_ beacons: [BeaconID]) throws -> (change: RegistryChange, missing: [BeaconID]) {
        var missing: [BeaconID] = []
        let change = try change { change in
            for beacon in beacons {
                let delete = try database.statement("DELETE FROM beacons WHERE id = ?")
                try delete.bind(1, beacon.description)
                try delete.run()
                guard database.changes > 0 else {
                    missing.append(beacon)
                    continue
                }
                change.removed += 1
                change.affectsRules = true
                change.name(beacon.description)
            }
        }
        // The log still holds the old pages; copying and cutting it leaves no readable rest of the record (D18).
        if !change.isEmpty { try? database.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
        return (change, missing)
    }

    /// What a beacon's rule carries of its own; nil when there is no such beacon.
    private func overrides(of beacon: String) throws -> [UInt8]? {
        let select = try database.statement("SELECT overrides FROM beacons WHERE id = ?")
        defer { select.reset() }
        try select.bind(1, beacon)
        return try select.step() ? select.bytes(0) : nil
    }

    /// Lends the record of a beacon and the revision it came with; nil without calling `body` when there is none.
    func find<R>(_ beacon: String, _ body: (Int64, UnsafeRawBufferPointer) throws -> R) throws -> R? {
        let select = try database.statement("SELECT revision, record FROM beacons WHERE id = ?")
        defer { select.reset() }
        try select.bind(1, beacon)
        guard try select.step() else { return nil }
        return try select.withBytes(1) { try body(select.int64(0), $0) }
    }

    /// Lends the records in the order of their ids, beginning after one, until `body` returns false.
    func list(after: String, prefix: String, _ body: (String, Int64, UnsafeRawBufferPointer) throws -> Bool) throws {
        let select = try database.statement(
            "SELECT id, revision, record FROM beacons WHERE id > ?1 AND id >= ?2 ORDER BY id")
        defer { select.reset() }
        try select.bind(1, after)
        try select.bind(2, prefix)
        while try select.step() {
            let id = select.text(0)
            guard id.hasPrefix(prefix), try select.withBytes(2, { try body(id, select.int64(1), $0) }) else { return }
        }
    }

    /// Lends id and overrides of every beacon.
    func forEachRule(_ body: (BeaconIdentity, UnsafeRawBufferPointer) throws -> Void) throws {
        let select = try database.statement("SELECT id, overrides FROM beacons ORDER BY id")
        defer { select.reset() }
        while try select.step() {
            guard let beacon = BeaconID(select.text(0)) else { continue }
            try select.withBytes(1) { try body(beacon.identity, $0) }
        }
    }

    /// Refuses a change that leaves more beacons without a foldable rule than always fit into the message.
    private func checkUnfoldable() throws {
        let count = try database.integer(
            "SELECT count(*) FROM beacons WHERE (id > 'mac-' AND id < 'mac.') OR (id > 'irk-' AND id < 'irk.')")
        guard let count, count > RuleFolding.maximumUnfoldable else { return }
        throw BeaconBusError(
            .recordInvalid,
            reason: "it would make \(count) beacons known by address or resolving key alone, "
                + "and no more than \(RuleFolding.maximumUnfoldable) can be told to the nodes",
            suggestion: "Register such devices by an iBeacon or Eddystone identity, or remove some.", retryable: false)
    }

    static let upsert = """
        INSERT INTO beacons (id, revision, overrides, record) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, overrides = excluded.overrides,
            record = excluded.record
        WHERE record <> excluded.record
        """
}
