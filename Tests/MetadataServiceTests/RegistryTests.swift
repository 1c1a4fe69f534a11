import Schema
import Store
import Support
import Testing

@testable import MetadataService

@Suite("Registry in SQLite")
struct RegistryTests {
    private let folder = TemporaryFolder()

    private func open() throws -> Registry { try Registry(folder: folder.path) }

    private func record(_ minor: Int, text: String = "{}", overrides: String = "") -> RegistryRecord {
        let identity = BeaconIdentity(
            iBeacon: BeaconUUID(high: 1, low: 2), major: UInt16(minor / 65536), minor: UInt16(minor % 65536))
        return RegistryRecord(identity: identity, json: Array(text.utf8), overrides: Array(overrides.utf8))
    }

    private func text(_ registry: Registry, _ minor: Int) throws -> String? {
        try registry.find(record(minor).identity.id.description) { String(decoding: $1, as: UTF8.self) }
    }

    @Test("R15: each change raises the revision by one, a change without effect leaves it")
    func revisions() throws {
        let registry = try open()
        #expect(registry.revision == 0)
        #expect(try registry.put([record(1), record(2)]).revision == 1)
        let same = try registry.put([record(2)])
        #expect(same.isEmpty)
        #expect(same.revision == 1)
        let change = try registry.put([record(2, text: "{\"a\":1}"), record(3)])
        #expect(change.revision == 2)
        #expect(change.added == 1)
        #expect(change.updated == 1)
        #expect(change.ids == [record(2).identity.id.description, record(3).identity.id.description])
        #expect(registry.records == 3)
        #expect(try registry.find(record(1).identity.id.description) { revision, _ in revision } == 1)
        #expect(try registry.find(record(3).identity.id.description) { revision, _ in revision } == 2)
    }

    @Test("Only a change of identities, timing or power affects the monitored rules")
    func affectsRules() throws {
        let registry = try open()
        #expect(try registry.put([record(1)]).affectsRules)
        #expect(try !registry.put([record(1, text: "{\"a\":1}")]).affectsRules)
        #expect(try registry.put([record(1, text: "{\"b\":1}", overrides: ",\"power\":-1")]).affectsRules)
        _ = try registry.stage([(1, record(1, text: "{\"c\":1}", overrides: ",\"power\":-1"))])
        #expect(try !registry.commitStaged(replacing: false).affectsRules)
        _ = try registry.stage([(1, record(1, text: "{\"d\":1}"))])
        #expect(try registry.commitStaged(replacing: false).affectsRules)
        #expect(try registry.delete([record(1).identity.id]).change.affectsRules)
    }

    @Test("R15: the registry keeps its id, revision and records over a restart")
    func restart() throws {
        let id: RegistryID
        do {
            let registry = try open()
            id = registry.id
            _ = try registry.put([record(1, text: "{\"name\":\"x\"}")])
        }
        let again = try open()
        #expect(again.id == id)
        #expect(id.description.utf8.count == 16)
        #expect(again.revision == 1)
        #expect(again.records == 1)
        #expect(try text(again, 1) == "{\"name\":\"x\"}")
    }

    @Test("Deleting says what was not there, and leaves no readable rest of the record in any file (D18)")
    func deleting() throws {
        let registry = try open()
        let secret = "PERSONAL-\(UInt32.max)"
        _ = try registry.put([record(1, text: "{\"name\":\"\(secret)\"}"), record(2)])
        let (change, missing) = try registry.delete([record(1).identity.id, record(9).identity.id])
        #expect(change.removed == 1)
        #expect(change.revision == 2)
        #expect(missing == [record(9).identity.id])
        #expect(registry.records == 1)
        #expect(try text(registry, 1) == nil)
        for name in ["registry.sqlite", "registry.sqlite-wal"] {
            let content = try contents("\(folder.path)/\(name)")
            #expect(!contains(content, Array(secret.utf8)), "\(name)")
        }
    }

    @Test("Listing goes in the order of ids, from after an id, within a prefix, until it is told to stop")
    func listing() throws {
        let registry = try open()
        _ = try registry.put((1...9).map { record($0) })
        var ids: [String] = []
        try registry.list(after: record(3).identity.id.description, prefix: "") { id, _, _ in
            ids.append(id)
            return ids.count < 3
        }
        #expect(ids == (4...6).map { record($0).identity.id.description })
        ids = []
        try registry.list(after: "", prefix: "mac-") { id, _, _ in
            ids.append(id)
            return true
        }
        #expect(ids.isEmpty)
    }

    @Test("An import becomes visible as a whole, with one revision")
    func importing() throws {
        let registry = try open()
        _ = try registry.put([record(1), record(2), record(3)])
        #expect(try registry.stage([(2, record(1)), (3, record(2, text: "{\"b\":2}"))]).isEmpty)
        #expect(try registry.stage([(4, record(7))]).isEmpty)
        #expect(registry.records == 3)
        #expect(try text(registry, 7) == nil)
        let change = try registry.commitStaged(replacing: false)
        #expect(change.revision == 2)
        #expect(change.added == 1)
        #expect(change.updated == 1)
        #expect(Set(change.ids ?? []) == Set([2, 7].map { record($0).identity.id.description }))
        #expect(registry.records == 4)
        #expect(try text(registry, 2) == "{\"b\":2}")
        #expect(try registry.commitStaged(replacing: false).isEmpty)
    }

    @Test("A replacing import removes what is not in it, and says so")
    func replacing() throws {
        let registry = try open()
        _ = try registry.put([record(1), record(2), record(3)])
        _ = try registry.stage([(2, record(1)), (3, record(8))])
        let change = try registry.commitStaged(replacing: true)
        #expect(change.removed == 2)
        #expect(change.added == 1)
        #expect(Set(change.ids ?? []) == Set([2, 3, 8].map { record($0).identity.id.description }))
        #expect(registry.records == 2)
    }

    @Test("A beacon named twice in an import is reported with both lines")
    func duplicates() throws {
        let registry = try open()
        #expect(
            try registry.stage([(2, record(1)), (5, record(1))]) == [Registry.Duplicate(line: 5, firstLine: 2)])
        #expect(try registry.stage([(9, record(1))]) == [Registry.Duplicate(line: 9, firstLine: 2)])
    }

    @Test("An import that was not finished is gone after a restart, and its file too")
    func abandoned() throws {
        do {
            let registry = try open()
            _ = try registry.stage([(1, record(1))])
        }
        let registry = try open()
        #expect(try registry.commitStaged(replacing: false).isEmpty)
        #expect(registry.records == 0)
        registry.discardStaged()
        registry.discardStaged()
    }

    @Test("More than 256 changed beacons are not named one by one")
    func manyChanges() throws {
        let registry = try open()
        _ = try registry.stage((0..<257).map { (Int64($0), record($0)) })
        let change = try registry.commitStaged(replacing: false)
        #expect(change.added == 257)
        #expect(change.ids == nil)
    }

    @Test("L1: beacons known by address alone are refused beyond the number whose rules always fit; nothing is changed")
    func unfoldable() throws {
        let registry = try open()
        let list = (0...RuleFolding.maximumUnfoldable).map { index in
            RegistryRecord(
                identity: BeaconIdentity(mac: BluetoothAddress(truncating: UInt64(index))), json: Array("{}".utf8),
                overrides: [])
        }
        _ = try registry.put(Array(list.dropLast()))
        #expect(throws: BeaconBusError(.recordInvalid, reason: "", suggestion: "")) {
            try registry.put([list[list.count - 1]])
        }
        #expect(registry.revision == 1)
        #expect(try registry.find(list[list.count - 1].identity.id.description) { _, _ in true } == nil)
    }

    @Test("A damaged database is an error that names the file", arguments: ["rubbish, not a database at all", ""])
    func damaged(text: String) throws {
        let path = "\(folder.path)/registry.sqlite"
        try AtomicFile(path: path).write(Array(String(repeating: text, count: 200).utf8))
        if text.isEmpty {
            #expect(try open().records == 0)
        } else {
            #expect(throws: BeaconBusError(.storeCorrupt, reason: "", suggestion: "")) { try open() }
        }
    }

    private func contents(_ path: String) throws -> [UInt8] {
        try AtomicFile(path: path).read(limit: 1 << 24) ?? []
    }

    private func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        guard text.count >= part.count else { return false }
        return (0...(text.count - part.count)).contains { text[$0..<($0 + part.count)].elementsEqual(part) }
    }
}
