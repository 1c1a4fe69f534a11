import CSQLite
import Glibc
import Schema
import Store
import Support
import Testing

@Suite("Database")
struct DatabaseTests {
    let folder = TemporaryFolder()

    private func open(
        _ name: String = "test.sqlite",
        _ migrations: [Migration] = [Migration("CREATE TABLE t (a INTEGER, b TEXT, c BLOB)")],
        _ change: (inout DatabaseOptions) -> Void = { _ in }
    ) throws -> Database {
        var options = DatabaseOptions()
        options.busyTimeout = 10
        change(&options)
        return try Database(path: "\(folder.path)/\(name)", options: options, migrations: migrations)
    }

    @Test("Values of every kind come back as they were bound, empty ones too")
    func values() throws {
        let database = try open()
        let insert = try database.statement("INSERT INTO t VALUES (?, ?, ?)")
        try insert.bind(1, Int64.min)
        try insert.bind(2, "å\u{0}ß")
        try insert.bind(3, [0, 255])
        try insert.run()
        try insert.bind(1, Int64?.none)
        try insert.bind(2, "")
        try insert.bind(3, [UInt8]())
        try insert.run()
        let select = try database.statement("SELECT a, b, c FROM t ORDER BY rowid")
        #expect(try select.step())
        #expect(select.int64(0) == .min)
        #expect(select.text(1) == "å\u{0}ß")
        #expect(select.bytes(2) == [0, 255])
        #expect(try select.step())
        #expect(select.optionalInt64(0) == nil)
        #expect(select.optionalText(1)?.isEmpty == true)
        #expect(!select.isNull(2) && select.bytes(2).isEmpty)
        #expect(try !select.step())
    }

    @Test("A transaction that throws leaves nothing behind")
    func rollback() throws {
        let database = try open()
        #expect(throws: CancellationError.self) {
            try database.transaction {
                try database.execute("INSERT INTO t (a) VALUES (1)")
                throw CancellationError()
            }
        }
        #expect(try database.integer("SELECT count(*) FROM t") == 0)
        try database.transaction { try database.execute("INSERT INTO t (a) VALUES (1)") }
        #expect(try database.integer("SELECT count(*) FROM t") == 1)
    }

    @Test("Migrations run once each, and a file of a newer version is refused by name")
    func migrations() throws {
        let first = Migration("CREATE TABLE t (a)")
        let second = Migration("ALTER TABLE t ADD COLUMN b")
        try open("m", [first]).close()
        try open("m", [first, second]).execute("INSERT INTO t (a, b) VALUES (1, 2)")
        #expect(try open("m", [first, second]).integer("SELECT b FROM t") == 2)
        let error = #expect(throws: BeaconBusError.self) { try open("m", [first]) }
        #expect(error?.code == .storeCorrupt)
        #expect(error?.suggestion.contains("newer version") == true)
    }

    @Test("A database that grows beyond its limit fails as full, keeps what it had, and works again with room")
    func full() throws {
        let database = try open("full") { $0.maximumBytes = 65_536 }
        var stored = 0
        let error = #expect(throws: BeaconBusError.self) {
            for _ in 0..<200 {
                try database.transaction { try database.execute("INSERT INTO t (c) VALUES (zeroblob(1000))") }
                stored += 1
            }
        }
        #expect(error?.code == .storeFull)
        #expect(error?.description.contains("\(folder.path)/full") == true)
        #expect(try database.integer("SELECT count(*) FROM t") == Int64(stored))
        #expect(throws: BeaconBusError(.storeFull, reason: "", suggestion: "")) { try database.probe() }
        try database.transaction { try database.execute("DELETE FROM t") }
        try database.transaction { try database.execute("INSERT INTO t (c) VALUES (zeroblob(1000))") }
        try database.probe()
        try database.probe()
    }

    @Test("A database another connection is writing fails as busy and works afterwards")
    func busy() throws {
        let one = try open()
        let two = try open()
        try one.execute("BEGIN IMMEDIATE")
        let error = #expect(throws: BeaconBusError.self) { try two.probe() }
        #expect(error?.code == .storeBusy)
        #expect(error?.retryable == true)
        try one.execute("ROLLBACK")
        try two.probe()
    }

    @Test("A file that is no database, and one with a broken page, are named as damaged with the remedy")
    func corrupt() throws {
        let junk = "\(folder.path)/junk"
        try AtomicFile(path: junk).write(Array(repeating: 0x41, count: 8192))
        let error = #expect(throws: BeaconBusError.self) { try open("junk") }
        #expect(error?.code == .storeCorrupt)
        #expect(error?.suggestion.contains(junk) == true)

        var database: Database? = try open("broken")
        try database?.transaction {
            for _ in 0..<200 { try database?.execute("INSERT INTO t (c) VALUES (randomblob(500))") }
        }
        database = nil
        let path = "\(folder.path)/broken"
        var bytes = try #require(try AtomicFile(path: path).read())
        for index in 8192..<12_288 { bytes[index] = 0xa5 }
        try AtomicFile(path: path).write(bytes)
        #expect(throws: BeaconBusError(.storeCorrupt, reason: "", suggestion: "")) { try open("broken") }
    }

    @Test("A folder that cannot be written gives the read-only error with the path")
    func readOnly() throws {
        let error = #expect(throws: BeaconBusError.self) { try Database(path: "/proc/beaconbus/x.sqlite") }
        #expect(error?.description.contains("/proc/beaconbus") == true)
        try open("ro").close()
        var options = DatabaseOptions()
        options.readOnly = true
        let database = try Database(path: "\(folder.path)/ro", options: options)
        let failure = #expect(throws: BeaconBusError.self) { try database.execute("INSERT INTO t (a) VALUES (1)") }
        #expect(failure?.code == .storeReadOnly)
    }

    @Test("R21: bytes handed to write(2) are counted, and none are written while idle")
    func bytesWritten() throws {
        let database = try open()
        let before = database.bytesWritten
        #expect(before > 0)
        try database.transaction { try database.execute("INSERT INTO t (c) VALUES (zeroblob(100000))") }
        #expect(database.bytesWritten - before > 100_000)
        #expect(database.bytesWritten - before < 220_000)
        let after = database.bytesWritten
        #expect(try database.integer("SELECT count(*) FROM t") == 1)
        #expect(database.bytesWritten == after)
    }

    @Test("A closed database and its statements fail instead of crashing")
    func closed() throws {
        let database = try open()
        let statement = try database.statement("SELECT count(*) FROM t")
        database.close()
        #expect(throws: BeaconBusError.self) { try statement.step() }
        #expect(throws: BeaconBusError.self) { try database.execute("SELECT 1") }
        #expect(throws: BeaconBusError.self) { try database.statement("SELECT 1") }
    }
}
