import Schema
import Store

/// Decoding keys (D13): in a table of their own, which nothing else of the registry reads.
extension Registry {
    /// The most keys a site can have; a scanner takes as many.
    static let maximumKeys: Int64 = 4_096

    /// The revision of the keys; 0 while there never were any.
    func keysRevision() throws -> Int64 {
        try database.integer("SELECT revision FROM keyring") ?? 0
    }

    /// The same for the monitored message, which says nothing of keys where there never were any.
    func toldKeysRevision() throws -> Int64? {
        let revision = try keysRevision()
        return revision == 0 ? nil : revision
    }

    /// How many keys there are.
    func keyCount() throws -> Int64 {
        try database.integer("SELECT count(*) FROM keys") ?? 0
    }

    /// Adds keys or replaces those of their names; all of them or none.
    func put(_ keys: [CheckedKey]) throws -> KeyChange {
        try changeKeys {
            var changed: Int64 = 0
            for key in keys {
                let upsert = try database.statement(Self.keyUpsert)
                try upsert.bind(1, key.name.description)
                try upsert.bind(2, key.kind.rawValue)
                try upsert.bind(3, key.bytes)
                try upsert.bind(4, key.scaler)
                try upsert.bind(5, key.offset)
                try upsert.bind(6, key.address?.description)
                try upsert.run()
                if database.changes > 0 { changed += 1 }
            }
            let count = try keyCount()
            if count > Self.maximumKeys {
                throw BeaconBusError(
                    .commandInvalid, "There are too many decoding keys",
                    reason: "there would be \(count), the limit is \(Self.maximumKeys)",
                    suggestion: "Remove keys of devices that are gone.", retryable: false)
            }
            return changed
        }
    }

    /// Removes keys; names that had none are returned. What they held cannot be read from the file any more.
    func deleteKeys(_ names: [BeaconName]) throws -> (change: KeyChange, missing: [BeaconName]) {
        var missing: [BeaconName] = []
        let change = try changeKeys {
            var changed: Int64 = 0
            for name in names {
                let delete = try database.statement("DELETE FROM keys WHERE name = ?")
                try delete.bind(1, name.description)
                try delete.run()
                if database.changes > 0 { changed += 1 } else { missing.append(name) }
            }
            return changed
        }
        return (change, missing)
    }

    /// As many keys as one answer holds, in the order of their names, beginning after one; with the last of them where
    /// there are more.
    func keys(after: BeaconName?) throws -> (keys: [CheckedKey], next: BeaconName?) {
        let select = try database.statement(
            "SELECT name, kind, key, scaler, offset, address FROM keys WHERE name > ?1 ORDER BY name LIMIT ?2")
        defer { select.reset() }
        try select.bind(1, after?.description ?? "")
        try select.bind(2, Int64(KeysReply.greatestCount + 1))
        var list: [CheckedKey] = []
        while try select.step() {
            guard let name = BeaconName(select.text(0)), let kind = KeyKind(rawValue: select.text(1)) else { continue }
            list.append(
                CheckedKey(
                    name: name, kind: kind, bytes: select.bytes(2), scaler: select.optionalInt64(3),
                    offset: select.optionalInt64(4), address: BluetoothAddress(select.text(5))))
        }
        guard list.count > KeysReply.greatestCount else { return (list, nil) }
        list.removeLast()
        return (list, list.last?.name)
    }

    /// Runs one change of keys; where it changed anything, their revision rises, and the registry's with it, because the
    /// monitored message tells both.
    private func changeKeys(_ body: () throws -> Int64) throws -> KeyChange {
        let changed = try raisingRevision {
            let changed = try body()
            if changed > 0 { try database.execute("UPDATE keyring SET revision = revision + 1") }
            return changed
        }
        // The log still holds the old pages; copying and cutting it leaves no readable rest of the key (D13).
        if changed > 0 { try? database.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
        return KeyChange(revision: try keysRevision(), changed: changed)
    }

    private static let keyUpsert = """
        INSERT INTO keys (name, kind, key, scaler, offset, address) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT (name) DO UPDATE SET kind = excluded.kind, key = excluded.key, scaler = excluded.scaler,
            offset = excluded.offset, address = excluded.address
        WHERE kind IS NOT excluded.kind OR key IS NOT excluded.key OR scaler IS NOT excluded.scaler
            OR offset IS NOT excluded.offset OR address IS NOT excluded.address
        """
}
