import Bus
import Schema
import Store
import Support
import Synchronization
import Testing

@Suite("Scanner on a real broker", .serialized, .enabled(if: MosquittoBroker.isInstalled))
struct ScannerBrokerTests {
    private static let run = RunID(session: 100, attempt: 1)!

    /// Commands a run and releases it, as the lifecycle would.
    func begin(_ broker: BrokerAddress) async throws {
        let node = BusFixture.kitchen
        let configuration = BusConfiguration(
            broker: broker, clientID: ClientID(kind: .node, site: BusFixture.site, node), roots: BusFixture.roots,
            session: 100)
        try await BusSession.with(configuration, reconnects: true) { session in
            let requester = ClientID(kind: .node, site: BusFixture.site, node).requester
            let scan = Topic.scannerCommand(node, .scan, requester)
            var reply: ScanReply?
            // The scanner may not have subscribed yet.
            for _ in 0..<50 where reply == nil {
                reply = try? await session.request(
                    scan, ScanCommand(run: Self.run, attempt: 1), as: ScanReply.self, timeout: .milliseconds(400))
            }
            #expect(reply?.scanning == true)
            _ = try await session.publish(
                .nodeEvent(node, .started),
                StartedEvent(node: node, number: 1, attempt: 1, run: Self.run, requests: []))
        }
    }

    @Test("H4: a recording runs to its end over the broker; the status tells everything, and SIGTERM ends it well")
    func recording() async throws {
        let folder = TemporaryFolder()
        let broker = try MosquittoBroker(folder: folder.path)
        try writeFile(
            "\(folder.path)/scanner.yaml", "scanner: {simulator: {duration: 20s, seed: 4}, tracker: {timeout: 2s}}\n")
        try await withCollector(broker) { shared in
            let scanner = ScannerFixture(broker.address, folder: folder.path, ["--source", "sim", "--speed", "max"])
            try scanner.launch()
            try await begin(broker.address)
            #expect(
                await eventually {
                    shared.store.withLock { $0.status?.state == .ended && $0.status?.journal?.pending == 0 }
                })
            let status = try #require(shared.store.withLock { $0.status })
            #expect(status.error?.code == .sourceEnded)
            #expect((status.counters["reports"] ?? 0) > 500)
            #expect(status.counters["active"] == status.counters["inactive"])
            let stored = shared.store.withLock { $0.entries.count }
            #expect(Int64(stored) == (status.counters["active"] ?? 0) * 2)
            #expect(await scanner.terminate().flatMap(ChildProcess.exitCode) == 0)
        }
    }

    @Test("L2: active, inactive and changed are three separate events; a subscriber takes any subset of them")
    func subsets() async throws {
        let folder = TemporaryFolder()
        let broker = try MosquittoBroker(folder: folder.path)
        try writeFile(
            "\(folder.path)/scanner.yaml", "scanner: {simulator: {duration: 20s, seed: 4}, tracker: {timeout: 2s}}\n")
        try await withListener(broker, "anna", [.inactive]) { anna in
            try await withListener(broker, "bob", [.active, .changed]) { bob in
                try await withCollector(broker) { shared in
                    let scanner = ScannerFixture(
                        broker.address, folder: folder.path, ["--source", "sim", "--speed", "max"])
                    try scanner.launch()
                    try await begin(broker.address)
                    #expect(await eventually { shared.store.withLock { $0.status?.state == .ended } })
                    let counters = try #require(shared.store.withLock { $0.status }?.counters)
                    func heard(_ log: RecordingHandler.Log, _ kind: BatchKind) -> Int64 {
                        let batches = log.read { $0.received }.compactMap {
                            try? MessageCoder.decode(Batch.self, $0.payload).body
                        }
                        return batches.filter { $0.kind == kind }.reduce(0) { $0 + Int64($1.beacons.count) }
                    }
                    #expect(await eventually { heard(anna, .inactive) == counters["inactive"] })
                    #expect(await eventually { heard(bob, .active) == counters["active"] })
                    #expect(await eventually { heard(bob, .changed) == counters["changed"] })
                    #expect(heard(anna, .active) == 0 && heard(anna, .changed) == 0 && heard(bob, .inactive) == 0)
                    #expect((counters["active"] ?? 0) > 0 && (counters["changed"] ?? 0) > 0)
                    #expect(await scanner.terminate().flatMap(ChildProcess.exitCode) == 0)
                }
            }
        }
    }

    private func withListener(
        _ broker: MosquittoBroker, _ name: String, _ kinds: [BeaconEvent],
        _ body: (RecordingHandler.Log) async throws -> Void
    ) async throws {
        let filters = kinds.map { "beaconbus/home/nodes/+/beacons/\($0.rawValue)" }
        try await withClient(BusFixture.plain(broker.address, name, filters)) { _, log in
            #expect(await eventually { log.read { !$0.connected.isEmpty } })
            try await body(log)
        }
    }

    @Test("Nothing is lost or doubled over kill -9 of scanner and broker at random moments")
    func kills() async throws {
        let folder = TemporaryFolder()
        let broker = try MosquittoBroker(folder: folder.path)
        try writeFile(
            "\(folder.path)/scanner.yaml",
            """
            scanner:
              simulator: {visitors: 120, stay: 1s, away: 1500ms, phones: 2}
              tracker: {timeout: 700ms}
              journal: {keep: true}
            """)
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        try await withCollector(broker) { shared in
            let scanner = ScannerFixture(broker.address, folder: folder.path, ["--source", "sim"])
            try scanner.launch()
            try await begin(broker.address)
            for round in 0..<12 {
                try await Task.sleep(for: .milliseconds(Int64.random(in: 100...900, using: &random)))
                if round % 3 == 2 {
                    broker.kill()
                    try await Task.sleep(for: .milliseconds(Int64.random(in: 0...300, using: &random)))
                    try broker.start()
                } else {
                    scanner.kill()
                    try scanner.launch()
                }
            }
            // A little undisturbed life, so that the last word is a good one; then no more is added.
            let path = "\(folder.path)/data/scanner/journal.sqlite"
            #expect(await eventually { shared.store.withLock { $0.status?.state == .running } }, "seed \(seed)")
            #expect(await eventually { (try? Self.journal(path).count > 100) ?? false }, "seed \(seed)")
            #expect(await scanner.terminate().flatMap(ChildProcess.exitCode) == 0, "seed \(seed)")
            let journal = try Self.journal(path)
            #expect(journal.map(\.number) == Array(1...Int64(journal.count)), "seed \(seed)")
            Self.checkAlternation(journal, seed)
            // What was not delivered yet comes when the scanner is back.
            try scanner.launch()
            let last = Int64(journal.count)
            #expect(
                await eventually(within: .seconds(30)) { shared.store.withLock { $0.through >= last } }, "seed \(seed)")
            scanner.kill()
            let stored = shared.store.withLock { $0 }
            #expect(stored.contradictions == 0 && stored.journals.count == 1, "seed \(seed)")
            for row in journal {
                let entry = stored.entries[row.number]
                #expect(entry?.activation.counter == row.activation, "seed \(seed)")
                #expect(entry?.kind == (row.kind == 1 ? .active : .inactive), "seed \(seed)")
            }
        }
    }

    private struct Row: Sendable {
        var number: Int64
        var kind: Int64
        var activation: Int64
    }

    private static func journal(_ path: String) throws -> [Row] {
        let database = try Database(path: path)
        let rows = try database.statement("SELECT number, kind, activation FROM entries ORDER BY number")
        var journal: [Row] = []
        while try rows.step() {
            journal.append(Row(number: rows.int64(0), kind: rows.int64(1), activation: rows.int64(2)))
        }
        return journal
    }

    /// Invariant 1 over all restarts: each activation begins once and ends at most once.
    private static func checkAlternation(_ journal: [Row], _ seed: UInt64) {
        var begun: Set<Int64> = []
        var ended: Set<Int64> = []
        for row in journal {
            if row.kind == 1 {
                #expect(begun.insert(row.activation).inserted, "seed \(seed)")
            } else {
                #expect(begun.contains(row.activation) && ended.insert(row.activation).inserted, "seed \(seed)")
            }
        }
    }

    func withCollector(
        _ broker: MosquittoBroker, _ body: (EntryCollector.Shared) async throws -> Void
    ) async throws {
        let node = BusFixture.kitchen
        let shared = EntryCollector.Shared()
        let client = BusClient(
            BusConfiguration(
                broker: broker.address,
                clientID: ClientID(kind: .service, site: BusFixture.site, ServiceName("dispatch")!),
                roots: BusFixture.roots, session: 1,
                subscriptions: EntryCollector.subscriptions(node: node, roots: BusFixture.roots),
                limits: BusFixture.quick)
        ) { _ in EntryCollector(node: node, shared: shared) }
        let run = Task { try await client.run() }
        do {
            try await body(shared)
        } catch {
            client.stop()
            _ = try? await run.value
            throw error
        }
        client.stop()
        _ = try? await run.value
    }
}
