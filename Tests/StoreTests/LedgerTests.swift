import Schema
import Store
import Support
import Testing

@Suite("Ledger")
struct LedgerTests {
    let folder = TemporaryFolder()
    let start = Stamp(boot: "one", instant: .zero, wall: WallTime(milliseconds: 1_000_000))
    let beacon = BeaconID("mac-aabbccddeeff")!
    let node = NodeID("kitchen")!
    let journal = JournalID(7)

    private func open(_ now: Stamp? = nil, _ change: (inout LedgerOptions) -> Void = { _ in }) throws -> Ledger {
        var options = LedgerOptions()
        change(&options)
        return try Ledger(path: "\(folder.path)/ledger.sqlite", options: options, now: now ?? start)
    }

    private func activation(_ stream: Int64, _ counter: Int64, ended: WallTime? = nil) -> LedgerActivation {
        LedgerActivation(
            stream: stream, counter: counter, beacon: beacon, episode: 1, stored: start.wall, first: start.wall,
            ended: ended)
    }

    @discardableResult
    private func settle(_ ledger: Ledger, _ stream: Int64, _ counter: Int64, at time: WallTime? = nil) throws -> Int64?
    {
        try ledger.settle(
            stream: stream, counter: counter, at: time ?? start.wall, kind: 1,
            action: (2, { Array("action \($0)".utf8) }), outcome: { number, _ in Array("outcome \(number)".utf8) }
        )?.outcome
    }

    @Test("L19: an activation is stored once and settled once, and its messages have rising numbers")
    func once() throws {
        let ledger = try open()
        try ledger.begin()
        let stream = try ledger.addStream(node: node, journal: journal, at: start.wall)
        #expect(try ledger.add(activation(stream.id, 1)))
        #expect(try !ledger.add(activation(stream.id, 1)))
        #expect(try ledger.add(activation(stream.id, 2)))
        #expect(try settle(ledger, stream.id, 1) == 1)
        #expect(try settle(ledger, stream.id, 1) == nil)
        #expect(try settle(ledger, stream.id, 2) == 2)
        #expect(try settle(ledger, stream.id, 3) == nil)
        try ledger.commit()
        let again = try open()
        #expect(
            try again.actions(after: 0, limit: 9).map { String(decoding: $0.body, as: UTF8.self) } == [
                "action 1", "action 2",
            ])
        #expect(try again.outcomes(after: 1, limit: 9).map(\.number) == [2])
        #expect(again.nextOutcome == 3 && again.nextAction == 3)
        #expect(try again.openActivations().map(\.counter) == [1, 2])
    }

    @Test("What a group wrote is there as a whole or not at all, and its numbers are free again")
    func groups() throws {
        let ledger = try open()
        try ledger.begin()
        let stream = try ledger.addStream(node: node, journal: journal, at: start.wall)
        _ = try ledger.add(activation(stream.id, 1))
        try ledger.commit()
        try ledger.begin()
        try settle(ledger, stream.id, 1)
        ledger.rollback()
        #expect(ledger.nextOutcome == 1 && ledger.nextAction == 1)
        #expect(try ledger.openActivations().first?.outcome == nil)
        try ledger.begin()
        #expect(try settle(ledger, stream.id, 1) == 1)
        try ledger.commit()
    }

    @Test("Streams come back with their gaps and the ends found beyond them")
    func streams() throws {
        let ledger = try open()
        try ledger.begin()
        let stream = try ledger.addStream(node: node, journal: journal, at: start.wall)
        try ledger.setThrough(stream.id, 5, at: start.wall)
        try ledger.addBeyond(stream.id, entry: 7, nil)
        try ledger.addBeyond(stream.id, entry: 8, .init(counter: 3, at: start.wall))
        try ledger.commit()
        let stored = try #require(try open().streams().first)
        #expect(stored.through == 5 && stored.node == node && stored.journal == journal)
        let beyond: [Int64: LedgerStream.Ended?] = [7: nil, 8: LedgerStream.Ended(counter: 3, at: start.wall)]
        #expect(stored.beyond == beyond)
        try ledger.begin()
        try ledger.removeBeyond(stream.id, through: 7)
        try ledger.commit()
        #expect(try open().streams().first?.beyond.keys.sorted() == [8])
    }

    @Test("R12: outcomes and actions are kept for their time and up to their number; numbers go on")
    func purge() throws {
        let ledger = try open { $0.maximumOutcomes = 50 }
        try ledger.begin()
        let stream = try ledger.addStream(node: node, journal: journal, at: start.wall)
        for counter in Int64(1)...100 {
            _ = try ledger.add(activation(stream.id, counter, ended: counter == 1 ? nil : start.wall))
            try settle(ledger, stream.id, counter)
        }
        while try ledger.purge(start.wall, limit: 10) {}
        try ledger.commit()
        #expect(try ledger.outcomes(after: 0, limit: 999).count == 50)
        // The one that still goes on stays.
        #expect(try ledger.contains(stream: stream.id, counter: 1))
        #expect(try !ledger.contains(stream: stream.id, counter: 2))
        try ledger.begin()
        while try ledger.purge(start.wall + .seconds(8 * 86_400), limit: 10) {}
        try ledger.commit()
        #expect(try ledger.outcomes(after: 0, limit: 999).map(\.number) == [100])
        #expect(try open().nextOutcome == 101)
    }

    @Test("An inbox has one live entry per asset, saved ones do not expire, and the oldest not saved go first")
    func inboxes() throws {
        let ledger = try open {
            $0.maximumInboxEntries = 3
            $0.maximumInboxes = 1
        }
        let inbox = InboxID("desk")!
        func at(_ seconds: Int64) -> WallTime { start.wall + .seconds(seconds) }
        try ledger.begin()
        try ledger.addToInbox(inbox, asset: "a", at: at(1), expires: at(10), activation: "x")
        try ledger.addToInbox(inbox, asset: "a", at: at(2), expires: at(20), activation: "y")
        #expect(try ledger.entries(of: inbox, limit: 9).map(\.activation) == ["y"])
        try ledger.saveInInbox(inbox, asset: "a", at: at(3), activation: "z")
        try ledger.addToInbox(inbox, asset: "a", at: at(4), expires: at(5), activation: "z")
        for (index, asset) in ["b", "c", "d"].enumerated() {
            try ledger.addToInbox(inbox, asset: asset, at: at(Int64(10 + index)), expires: nil, activation: "z")
        }
        #expect(try ledger.entries(of: inbox, limit: 9).map(\.asset) == ["d", "c", "a"])
        #expect(try ledger.expireInboxes(at(1000)).isEmpty)
        #expect(try ledger.counts(of: inbox) == (3, 3, 1))
        #expect(try ledger.hasRoom(for: inbox) && !ledger.hasRoom(for: InboxID("other")!))
        try ledger.commit()
    }

    @Test("A cooldown is remembered until its end")
    func cooldowns() throws {
        let ledger = try open()
        try ledger.begin()
        try ledger.setCooldown(beacon, kind: 1, at: start.wall, until: start.wall + .seconds(60))
        #expect(try ledger.cooldown(beacon, kind: 1) == start.wall)
        #expect(try ledger.cooldown(beacon, kind: 2) == nil)
        _ = try ledger.purge(start.wall + .seconds(61), limit: 1)
        #expect(try ledger.cooldown(beacon, kind: 1) == nil)
        try ledger.commit()
    }

    @Test(
        "A full disk fails the group with its name and keeps what was there; a damaged ledger is refused, not replaced")
    func failures() throws {
        let ledger = try open { $0.maximumBytes = 200_000 }
        try ledger.begin()
        let stream = try ledger.addStream(node: node, journal: journal, at: start.wall)
        try ledger.commit()
        var stored: Int64 = 0
        let error = #expect(throws: BeaconBusError.self) {
            for counter in Int64(1)...100_000 {
                try ledger.begin()
                _ = try ledger.add(activation(stream.id, counter))
                try ledger.commit()
                stored = counter
            }
        }
        #expect(error?.code == .storeFull)
        ledger.rollback()
        #expect(try ledger.openActivations().count == Int(stored))
        ledger.close()
        try AtomicFile(path: "\(folder.path)/ledger.sqlite").write(Array(repeating: 1, count: 5000))
        let failure = #expect(throws: BeaconBusError.self) { try open() }
        #expect(failure?.code == .storeCorrupt)
        #expect(try AtomicFile(path: "\(folder.path)/ledger.sqlite").read()?.count == 5000)
    }

    @Test("Times go on over a reboot, also where the wall clock went back")
    func clock() throws {
        let ledger = try open()
        try ledger.begin()
        let stream = try ledger.addStream(node: node, journal: journal, at: start.wall)
        try ledger.setThrough(stream.id, 1, at: start.wall + .seconds(100))
        try ledger.commit()
        ledger.close()
        let later = try open(Stamp(boot: "two", instant: .zero, wall: WallTime(milliseconds: 0)))
        #expect(later.clock.time(.zero) == start.wall + .seconds(100))
    }

    @Test("R21: nothing is written while nothing happens")
    func idle() throws {
        let ledger = try open()
        let before = ledger.bytesWritten
        for _ in 0..<10 {
            try ledger.begin()
            _ = try ledger.purge(start.wall, limit: 500)
            try ledger.commit()
        }
        #expect(ledger.bytesWritten == before)
    }
}
