import Schema
import Store
import Support
import Testing

@Suite("Journal")
struct JournalTests {
    let folder = TemporaryFolder()
    var path: String { "\(folder.path)/journal.sqlite" }
    let start = Stamp(
        boot: "one", instant: Instant(nanoseconds: 1_000_000_000), wall: WallTime(milliseconds: 5_000_000))

    private func open(_ now: Stamp? = nil, _ change: (inout JournalOptions) -> Void = { _ in }) throws -> Journal {
        var options = JournalOptions()
        change(&options)
        return try Journal(path: path, options: options, now: now ?? start)
    }

    private func active(_ counter: Int64) -> JournalEntry {
        JournalEntry(kind: .active, activation: counter, body: Array("active \(counter)".utf8))
    }

    private func inactive(_ counter: Int64) -> JournalEntry {
        JournalEntry(kind: .inactive, activation: counter, body: Array("inactive \(counter)".utf8))
    }

    @Test("Entries are numbered 1, 2, 3 … and come back in order, also after a restart")
    func numbers() throws {
        var journal = try open()
        let id = journal.id
        #expect(try journal.append([active(1), active(2)], at: start.instant) == 1..<3)
        #expect(try journal.append([inactive(1)], at: start.instant) == 3..<4)
        journal = try open()
        #expect(journal.id == id)
        #expect(journal.next == 4 && journal.oldest == 1 && journal.count == 3)
        let records = try journal.entries(after: 1, limit: 10)
        #expect(records.map(\.number) == [2, 3])
        #expect(records.map(\.entry) == [active(2), inactive(1)])
        #expect(records.allSatisfy { $0.at == WallTime(milliseconds: 5_000_000) })
        #expect(try journal.entries(after: 0, limit: 1).map(\.number) == [1])
    }

    @Test("Activation counters are never given twice, whatever the restart skips")
    func counters() throws {
        let first = try open().reserveActivations(10)
        let second = try open().reserveActivations(10)
        #expect(first == 1..<11)
        #expect(second == 11..<21)
    }

    @Test("An acknowledgement settles up to its number, the greatest counts, and other journals' are ignored")
    func acknowledged() throws {
        let journal = try open()
        _ = try journal.append((1...10).map(active), at: start.instant)
        journal.acknowledged(journal: JournalID(journal.id.value ^ 1), through: 9)
        #expect(journal.oldest == 1)
        journal.acknowledged(journal: journal.id, through: 4)
        journal.acknowledged(journal: journal.id, through: 2)
        #expect(journal.oldest == 5 && journal.count == 6)
        #expect(try journal.entries(after: 0, limit: 100).first?.number == 5)
        journal.acknowledged(journal: journal.id, through: .max)
        #expect(journal.count == 0 && journal.oldest == 11)
        #expect(try journal.append([active(11)], at: start.instant) == 11..<12)
    }

    @Test("Numbers go on after an orderly stop that settled everything")
    func groups() throws {
        var journal = try open { $0.settlingGroup = 8 }
        for counter in Int64(1)...20 {
            _ = try journal.append([active(counter), inactive(counter)], at: start.instant)
            journal.acknowledged(journal: journal.id, through: journal.next - 1)
        }
        #expect(journal.count == 0)
        try journal.close()
        journal = try open()
        #expect(journal.next == 41 && journal.count == 0)
        #expect(try journal.entries(after: 0, limit: 100).isEmpty)
        #expect(try journal.goingActivations().isEmpty)
    }

    @Test("After a crash an acknowledged entry may come again, but none is lost")
    func crash() throws {
        var journal = try open()
        _ = try journal.append((1...10).map(active), at: start.instant)
        journal.acknowledged(journal: journal.id, through: 5)
        journal = try open()
        #expect(journal.oldest <= 6)
        #expect(try journal.entries(after: 5, limit: 100).map(\.number) == Array(6...10))
    }

    @Test("D12: activations without an inactive are found after a restart, acknowledged or not")
    func going() throws {
        var journal = try open { $0.settlingGroup = 2 }
        _ = try journal.append((1...6).map(active), at: start.instant)
        journal.acknowledged(journal: journal.id, through: 6)
        _ = try journal.append([inactive(2), inactive(5)], at: start.instant)
        journal.acknowledged(journal: journal.id, through: 8)
        _ = try journal.append([active(7)], at: start.instant)
        journal = try open { $0.settlingGroup = 2 }
        #expect(try journal.goingActivations().map(\.entry.activation) == [1, 3, 4, 6, 7])
        #expect(try journal.entries(after: 0, limit: 100).map(\.number) == [9])
    }

    @Test("R12: beyond the greatest number of entries the oldest go first, counted")
    func entryBound() throws {
        let journal = try open {
            $0.maximumEntries = 5
            $0.settlingGroup = 1
        }
        for counter in Int64(1)...8 { _ = try journal.append([active(counter)], at: start.instant) }
        #expect(journal.count == 5 && journal.oldest == 4 && journal.dropped == 3)
        #expect(try journal.entries(after: 0, limit: 100).map(\.number) == [4, 5, 6, 7, 8])
    }

    @Test("R12: entries older than a day go, counted")
    func ageBound() throws {
        let journal = try open()
        _ = try journal.append([active(1), active(2)], at: start.instant)
        _ = try journal.append([active(3)], at: start.instant + .seconds(80_000))
        _ = try journal.append([active(4)], at: start.instant + .seconds(86_500))
        #expect(journal.oldest == 3 && journal.dropped == 2)
    }

    @Test("Kept for a test, every entry stays in the file though it is settled")
    func keep() throws {
        var journal = try open {
            $0.keep = true
            $0.settlingGroup = 1
        }
        for counter in Int64(1)...4 {
            _ = try journal.append([active(counter), inactive(counter)], at: start.instant)
            journal.acknowledged(journal: journal.id, through: journal.next - 1)
        }
        try journal.close()
        journal = try open { $0.keep = true }
        #expect(journal.count == 0)
        let database = try Database(path: path)
        #expect(try database.integer("SELECT count(*) FROM entries") == 8)
    }

    @Test("A damaged journal is set aside under another name and a new one with a new id begins")
    func damaged() throws {
        var journal: Journal? = try open()
        let id = try #require(journal?.id)
        _ = try journal?.append([active(1)], at: start.instant)
        journal = nil
        try AtomicFile(path: path).write(Array(repeating: 0xff, count: 4096))
        let next = try open()
        #expect(next.id != id && next.next == 1)
        #expect(next.setAside == "\(path).damaged-1")
        #expect(try AtomicFile(path: "\(path).damaged-1").read()?.count == 4096)
    }

    @Test("Node state is kept, replaced and removed")
    func state() throws {
        var journal = try open()
        try journal.setState("monitored", Array(repeating: 1, count: 60_000))
        try journal.setState("run", [1])
        try journal.setState("run", [2])
        journal = try open()
        #expect(try journal.state("monitored")?.count == 60_000)
        #expect(try journal.state("run") == [2])
        let written = journal.bytesWritten
        try journal.setState("run", [2])
        #expect(journal.bytesWritten == written)
        try journal.setState("run", nil)
        #expect(try journal.state("run") == nil)
    }

    @Test("Times go on across a reboot, and a wall clock that went back makes none of them negative")
    func reboot() throws {
        var journal = try open()
        _ = try journal.append([active(1)], at: start.instant + .seconds(10))
        let later = Stamp(boot: "two", instant: .zero, wall: WallTime(milliseconds: 5_070_000))
        journal = try open(later)
        #expect(journal.clock.time(.zero) - WallTime(milliseconds: 5_010_000) == .seconds(60))
        #expect(!journal.clock.wentBack)
        journal = try open(Stamp(boot: "three", instant: .zero, wall: WallTime(milliseconds: 0)))
        #expect(journal.clock.time(.zero) == WallTime(milliseconds: 5_010_000))
        #expect(journal.clock.wentBack)
    }

    @Test(
        "Whatever is appended, acknowledged and crashed: nothing unsettled is lost, numbers have no gap, going ones are found",
        arguments: [1, 2, 3])
    func random(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let settings: (inout JournalOptions) -> Void = {
            $0.settlingGroup = 16
            $0.sparePlaces = 12
        }
        var journal = try open(nil, settings)
        var entries: [JournalEntry] = []
        var going: [Int64] = []
        var settled: Int64 = 0
        for step in 0..<700 {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<5:
                var group: [JournalEntry] = []
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    if going.count > 5, Bool.random(using: &generator) {
                        let counter = going.remove(at: .random(in: going.indices, using: &generator))
                        group.append(inactive(counter))
                    } else {
                        let counter = Int64(step * 10 + group.count)
                        going.append(counter)
                        group.append(active(counter))
                    }
                }
                entries += group
                #expect(try journal.append(group, at: start.instant).upperBound == Int64(entries.count) + 1)
            case 5..<9:
                settled = max(settled, .random(in: settled...Int64(entries.count), using: &generator))
                journal.acknowledged(journal: journal.id, through: settled)
            default:
                journal = try open(nil, settings)
            }
            #expect(journal.next == Int64(entries.count) + 1)
            #expect(journal.oldest <= settled + 1, "seed \(seed), step \(step)")
            let held = try journal.entries(after: 0, limit: .max)
            #expect(held.map(\.number) == Array(journal.oldest..<journal.next), "seed \(seed), step \(step)")
            #expect(held.allSatisfy { $0.entry == entries[Int($0.number) - 1] }, "seed \(seed), step \(step)")
            let restorable = try journal.goingActivations().map(\.entry.activation)
            #expect(restorable == going.sorted(), "seed \(seed), step \(step)")
        }
    }

    @Test("Where an append fails nothing of it is there, and it works when it is tried again")
    func failedAppend() throws {
        let journal = try open { $0.sparePlaces = 1 }
        _ = try journal.append([active(1), inactive(1), active(2), inactive(2)], at: start.instant)
        journal.acknowledged(journal: journal.id, through: 4)
        let blocker = try Database(path: path)
        try blocker.begin()
        let error = #expect(throws: BeaconBusError.self) { try journal.append([active(3)], at: start.instant) }
        #expect(error?.code == .storeBusy)
        #expect(journal.next == 5)
        blocker.rollback()
        #expect(try journal.append([active(3)], at: start.instant) == 5..<6)
        #expect(try journal.entries(after: 0, limit: 9).map(\.entry) == [active(3)])
        #expect(try open().entries(after: 4, limit: 9).map(\.entry) == [active(3)])
    }

    @Test("R21: 5,000 activations a day cost at most 20 MB of writes", arguments: [200, 400])
    func wear(body: Int) throws {
        let journal = try open()
        let filler = [UInt8](repeating: 0x61, count: body)
        var going: [Int64] = []
        var generator = SeededGenerator(seed: 7)
        for counter in Int64(1)...5000 {
            _ = try journal.append([JournalEntry(kind: .active, activation: counter, body: filler)], at: start.instant)
            journal.acknowledged(journal: journal.id, through: journal.next - 1)
            going.append(counter)
            guard going.count > 20 else { continue }
            let ended = going.remove(at: Int.random(in: going.indices, using: &generator))
            _ = try journal.append([JournalEntry(kind: .inactive, activation: ended, body: filler)], at: start.instant)
            journal.acknowledged(journal: journal.id, through: journal.next - 1)
        }
        print("journal, \(body) byte bodies: \(Double(journal.bytesWritten) / 1e6) MB for 5,000 activations")
        #expect(journal.bytesWritten <= 20_000_000)
    }
}
