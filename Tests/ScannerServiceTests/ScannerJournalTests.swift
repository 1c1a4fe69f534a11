import Bus
import Schema
import Store
import Support
import Testing
import Tracking

@testable import ScannerService

@Suite("Scanner, nothing is lost")
struct ScannerJournalTests {
    private func entries(_ site: Harness, _ level: String) -> [JSONValue] {
        site.take("beacons/\(level)").flatMap { $0["beacons"]?.arrayValue ?? [] }
    }

    @Test("Entries are on the disk before their batch is published, and numbered 1, 2, 3 …")
    func committed() throws {
        let site = try Harness([(0, 1), (1, 2), (2, 3)])
        let journal = site.client.handler.journal
        var durable: [Int64] = []
        site.bus.broker.onPublish = { message in
            guard message.topic.hasSuffix("/beacons/active") else { return }
            durable.append(journal.next - 1)
        }
        site.scan()
        site.started()
        site.pass(.seconds(40))
        #expect(durable == [1, 2, 3])
        #expect(
            (entries(site, "active") + entries(site, "inactive")).compactMap { $0["entry"]?.integerValue } == [
                1, 2, 3, 4, 5, 6,
            ])
    }

    @Test("What was decided without a connection comes by unacknowledged, word for word, with its age")
    func offline() throws {
        let site = try Harness([(0, 1), (5, 2)])
        site.scan()
        site.started()
        site.bus.broker.isDown = true
        site.client.cut()
        site.pass(.seconds(60))
        #expect(site.batches("active", "inactive", "unacknowledged") == ["active 1"])
        site.bus.broker.isDown = false
        site.pass(.seconds(60))
        #expect(site.batches("unacknowledged").first == "unacknowledged a1 a2 i1 i2")
        let first = try #require(entries(site, "unacknowledged").first)
        #expect(first["cause"]?.stringValue == "initial")
        #expect((first["age"]?.integerValue ?? 0) >= 60_000)
        #expect(site.take("beacons/unacknowledged").first?["kind"]?.stringValue == "journal")
        #expect(site.take("beacons/unacknowledged").first?["run"]?.stringValue == "\(Harness.run)")
    }

    @Test("Entries come again while dispatch is ready: after 5 s, then doubling to 60 s; never once acknowledged")
    func again() throws {
        let site = try Harness([(0, 1), (1_000, 2)])
        site.scan()
        site.started()
        site.pass(.seconds(20))
        #expect(site.batches("unacknowledged") == [], "nobody is there to take them")
        site.dispatch(ready: true)
        #expect(site.batches("unacknowledged").count == 1, "dispatch is there anew")
        var times: [Int64] = []
        for second in 0..<200 as Range<Int64> {
            let before = site.batches("unacknowledged").count
            site.pass(.seconds(1))
            if site.batches("unacknowledged").count > before { times.append(second) }
        }
        #expect(times.count >= 4 && times.count <= 6, "\(times)")
        for (earlier, later) in zip(times.dropFirst(), times.dropFirst(2)) { #expect(later - earlier >= 9) }
        site.acknowledge(through: 5, journal: JournalID("0123456789abcdef"))
        #expect(site.client.handler.journal.settled == 0, "another journal's acknowledgement")
        site.acknowledge(through: 2)
        let count = site.batches("unacknowledged").count
        site.pass(.seconds(300))
        #expect(site.batches("unacknowledged").count == count)
    }

    @Test("At most 256 entries are in flight; the backlog goes on as it is acknowledged, in order")
    func window() throws {
        let script = (0..<400 as Range<UInt16>).map { (seconds: Double($0) * 0.001, minor: $0) }
        let site = try Harness(script)
        site.scan()
        site.bus.broker.isDown = true
        site.client.cut()
        site.started()
        // The event did not arrive; the state will.
        site.bus.broker.isDown = false
        site.pass(.seconds(5))
        site.started()
        site.bus.broker.isDown = true
        site.client.cut()
        site.pass(.seconds(2))
        site.bus.broker.isDown = false
        site.pass(.seconds(40))
        let sent = { self.entries(site, "unacknowledged").compactMap { $0["entry"]?.integerValue } }
        #expect(sent() == Array(1...256))
        site.acknowledge(through: 100)
        site.pass(.milliseconds(10))
        #expect(sent() == Array(1...356))
        site.acknowledge(through: 356)
        site.pass(.milliseconds(10))
        #expect(sent().suffix(100).allSatisfy { $0 > 256 })
    }

    @Test("R8: after a broker restart without persistence status, summary and pages are back")
    func brokerRestart() throws {
        let site = try Harness([(0, 1), (1, 2), (1_000, 3)])
        site.scan()
        site.started()
        site.pass(.seconds(5))
        let kept = {
            site.bus.broker.retained.keys.filter { $0.contains("/kitchen/") && !$0.hasSuffix("lost") }.sorted()
        }
        let before = kept()
        #expect(before.count == 4, "status, summary and two pages: \(before)")
        site.bus.broker.restart(keepingRetained: false)
        site.pass(.seconds(10))
        #expect(kept() == before)
    }

    @Test("Pages hold what is active, and are cleared when empty; R14")
    func pages() throws {
        let site = try Harness([(0, 1), (1, 2)])
        site.scan()
        site.started()
        site.pass(.seconds(5))
        let pages = { site.bus.broker.retained.filter { $0.key.contains("/beacons/pages/") } }
        let entries = try pages().values.flatMap { try MessageCoder.decode(BeaconPage.self, $0.payload).body.beacons }
        #expect(Set(entries.map(\.beacon)) == Set([ScriptedSource.beacon(1).id, ScriptedSource.beacon(2).id]))
        for path in pages().keys {
            let level = String(path.split(separator: "/").last ?? "")
            let page = try MessageCoder.decode(BeaconPage.self, #require(pages()[path]?.payload)).body
            #expect(page.beacons.allSatisfy { BeaconPageNumber(of: $0.beacon).description == level })
        }
        site.pass(.seconds(60))
        #expect(pages().isEmpty)
        let summary = try #require(site.bus.broker.retainedMessage("beaconbus/home/nodes/kitchen/beacons"))
        #expect(try MessageCoder.decode(BeaconSummary.self, summary.payload).body.active == 0)
    }

    @Test("The status comes at least every five seconds while a run is on, and not at all when idle")
    func cadence() throws {
        let site = try Harness([(0, 1), (1_000, 2)])
        site.pass(.seconds(5))
        let count = { site.events.messages.filter { $0.topic.hasSuffix("/scanner") }.count }
        var before = count()
        site.pass(.seconds(100))
        #expect(count() == before)
        site.scan()
        site.started()
        before = count()
        site.pass(.seconds(100))
        #expect(count() - before >= 20 && count() - before <= 40)
    }

    @Test("R14: the stored monitored set is applied at the next start, older revisions are ignored")
    func monitored() throws {
        let site = try Harness([(0, 1), (5, 1), (10, 2), (15, 2)], registered: false)
        var set = Monitored(
            registry: RegistryID("r1")!, revision: 5, formats: [],
            rules: [
                MonitorRule(beacon: ScriptedSource.beacon(2).id, registered: true)
            ])
        site.inject(.monitored, set, retain: true)
        site.pass(.seconds(1))
        #expect(site.status?.monitored?.revision == 5)
        set.revision = 4
        set.formats = [.iBeacon]
        site.inject(.monitored, set)
        try site.restart()
        #expect(site.client.handler.monitored?.revision == 5)
        site.scan()
        site.started()
        site.pass(.seconds(60))
        #expect(site.batches("active", "inactive") == ["active 2", "inactive 2"])
    }

    @Test("R13: readings carry samples and age, at most one each an interval")
    func readings() throws {
        let site = try Harness((0..<40).map { (seconds: Double($0) * 0.25, minor: 1) }, readings: .seconds(1))
        site.scan()
        site.started()
        site.pass(.seconds(20))
        let readings = entries(site, "readings")
        #expect(readings.count >= 9 && readings.count <= 11, "\(readings.count)")
        #expect(readings.reduce(0) { $0 + ($1["samples"]?.integerValue ?? 0) } == 40)
        #expect(readings.allSatisfy { (0...1_500).contains($0["age"]?.integerValue ?? -1) })
    }
}

@Suite("Scanner, journal that cannot be written")
struct ScannerStoreTests {
    @Test(
        "A locked journal: nothing is published before it is on the disk, nothing is lost, the status names the reason")
    func locked() throws {
        let site = try Harness([(0, 1), (1, 2), (2, 3)])
        site.scan()
        let other = try Database(path: "\(site.folder.path)/journal.sqlite")
        try other.execute("BEGIN IMMEDIATE")
        site.started()
        site.pass(.seconds(3))
        #expect(site.batches("active") == [])
        #expect(site.status?.error?.code == .storeBusy)
        #expect(site.status?.error?.suggestion.isEmpty == false)
        try other.execute("ROLLBACK")
        site.pass(.seconds(40))
        #expect(
            site.batches("active", "inactive") == [
                "active 1", "active 2", "active 3", "inactive 1", "inactive 2", "inactive 3",
            ])
        #expect(site.status?.state == .ended && site.status?.journal?.next == 7)
    }

    @Test("R21: a node hands at most 20 MB a day to the disk at 5,000 activations, and nothing while idle")
    func wear() throws {
        // A fiftieth of a day: every 17 s one comes and goes, named and acknowledged a moment later.
        let count = 100
        let site = try Harness((0..<count).map { (seconds: Double($0) * 17, minor: UInt16($0)) })
        site.scan()
        site.started()
        let journal = site.client.handler.journal
        let before = journal.bytesWritten
        for _ in 0..<count + 4 {
            site.pass(.seconds(17))
            site.acknowledge(through: journal.next - 1)
        }
        #expect(journal.next == Int64(2 * count + 1) && journal.count == 0)
        let written = journal.bytesWritten - before
        #expect(written <= 400_000, "\(written) bytes for a fiftieth")
        let idle = journal.bytesWritten
        site.pass(.seconds(3_600))
        #expect(journal.bytesWritten == idle)
    }

    @Test("An entry's record survives the journal whole, and bytes that are none are no record")
    func record() throws {
        let site = try Harness([(0, 1)])
        site.scan()
        site.started()
        site.pass(.seconds(1))
        let body = try #require(site.client.handler.journal.entries(after: 0, limit: 1).first).entry.body
        let record = try #require(EntryRecord(body))
        #expect(record.identity == ScriptedSource.beacon(1) && record.run == Harness.run && record.registered)
        #expect(EntryRecord(record.bytes) == record)
        #expect(body.count <= 240, "R21: one small page")
        var random = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            var broken = Array(body.prefix(Int(random.next() % UInt64(body.count + 1))))
            for _ in 0..<3 where !broken.isEmpty {
                broken[Int(random.next() % UInt64(broken.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            _ = EntryRecord(broken)
        }
    }
}
