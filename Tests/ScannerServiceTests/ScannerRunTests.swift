import Bus
import Schema
import Support
import Testing
import Tracking

@testable import ScannerService

@Suite("Scanner, run and order")
struct ScannerRunTests {
    private let script: [(seconds: Double, minor: UInt16)] = [(0, 1), (1, 2), (2, 1)]

    @Test("H4, H5: it answers scan when the source is open, and says nothing before the run is released")
    func release() throws {
        let site = try Harness(script)
        site.scan()
        #expect(site.answers("scan1").map { $0["scanning"]?.boolValue } == [true])
        site.pass(.seconds(60))
        #expect(site.status?.state == .waiting)
        #expect(site.batches("active", "inactive", "changed", "unacknowledged", "readings") == [])
        site.started(RunID(session: 100, attempt: 9)!)
        site.pass(.seconds(1))
        #expect(site.batches("active") == [], "another run's started releases nothing")
        site.started()
        site.pass(.milliseconds(10))
        #expect(site.batches("active") == ["active 1"])
        #expect(site.status?.state == .running && site.status?.released == true)
    }

    @Test("A node state that has announced the run releases it too")
    func announced() throws {
        let site = try Harness(script)
        site.scan()
        site.inject(.nodeState(Harness.node), state(.running, announced: Harness.run), retain: true)
        site.pass(.milliseconds(10))
        #expect(site.batches("active") == ["active 1"])
    }

    @Test(
        "D12: what comes once it stops finds the journal closed and is left to the next process",
        arguments: [true, false])
    func lateOutputs(isSourceFirst: Bool) throws {
        let site = try Harness(script)
        site.scan()
        site.started()
        site.pass(.milliseconds(10))
        site.client.perform { core, link in core.stopping(link) }
        // The end of the source with its decisions, or the node's end of the run: both would be written.
        if isSourceFirst {
            site.pass(.seconds(60))
        } else {
            site.inject(.nodeState(Harness.node), state(.idle))
            site.pass(.seconds(1))
        }
        #expect(site.client.handler.storeProblem == nil)
        #expect(site.client.handler.machine.phase == .running)
        try site.restart()
        #expect(site.client.handler.machine.run?.id == Harness.run, "the run that was on goes on")
    }

    @Test("At the end of the source all deadlines pass, then the status says so with everything that counts")
    func ended() throws {
        let site = try Harness(script)
        site.scan()
        site.started()
        site.pass(.seconds(40))
        #expect(site.batches("active", "inactive") == ["active 1", "active 2", "inactive 2", "inactive 1"])
        let status = try #require(site.status)
        #expect(status.state == .ended && !status.scanning && status.sources.map(\.state) == [.ended])
        #expect(status.error?.code == .sourceEnded)
        #expect(status.active == 0 && status.journal?.pending == 4)
        for (key, value) in ["reports": 3, "advertisers": 2, "beacons": 2, "active": 2, "inactive": 2]
            as [String: Int64]
        {
            #expect(status.counters[key] == value, "\(key)")
        }
        site.acknowledge(through: 4)
        site.pass(.seconds(1))
        #expect(site.status?.journal?.pending == 0)
    }

    @Test("D12: halt freezes: nothing becomes inactive; the next start goes on with the same activation")
    func freeze() throws {
        let site = try Harness([(0, 1), (1, 1), (2, 1)])
        site.scan()
        site.started()
        site.pass(.milliseconds(1_500))
        site.command("halt", "", id: "halt1")
        #expect(site.answers("halt1").map { $0["scanning"]?.boolValue } == [false])
        site.pass(.seconds(300))
        #expect(site.batches("active", "inactive") == ["active 1"])
        let second = RunID(session: 100, attempt: 2)!
        site.scan(second, id: "scan2")
        site.started(second)
        site.pass(.seconds(40))
        #expect(site.batches("active", "inactive") == ["active 1", "inactive 1"])
        #expect(site.take("beacons/inactive").last?["beacons"]?.arrayValue?.first?["cause"]?.stringValue == "silent")
        let activations = (site.take("beacons/active") + site.take("beacons/inactive")).compactMap {
            $0["beacons"]?.arrayValue?.first?["activation"]?.stringValue
        }
        #expect(Set(activations).count == 1)
    }

    @Test("D12: activations older than 15 minutes become inactive with the cause stopped, before any new active")
    func tooOld() throws {
        let site = try Harness([(0, 1)])
        site.scan()
        site.started()
        site.pass(.seconds(1))
        site.command("halt", "", id: "halt1")
        site.pass(.seconds(901))
        let second = RunID(session: 100, attempt: 2)!
        site.scan(second, id: "scan2")
        #expect(site.batches("inactive") == [])
        site.started(second)
        site.pass(.seconds(1))
        #expect(site.batches("active", "inactive") == ["active 1", "inactive 1", "active 1"])
        #expect(site.take("beacons/inactive").last?["beacons"]?.arrayValue?.first?["cause"]?.stringValue == "stopped")
    }

    @Test("D12: a start that never came to its release does not make old activations young again")
    func abandonedStart() throws {
        let site = try Harness([(0, 1)])
        site.scan()
        site.started()
        site.pass(.seconds(1))
        site.command("halt", "", id: "halt1")
        site.pass(.seconds(800))
        site.scan(RunID(session: 100, attempt: 2)!, id: "scan2")
        site.command("halt", "", id: "halt2")
        site.pass(.seconds(200))
        let third = RunID(session: 100, attempt: 3)!
        site.scan(third, id: "scan3")
        site.started(third)
        site.pass(.seconds(1))
        #expect(site.batches("active", "inactive") == ["active 1", "inactive 1", "active 1"])
    }

    @Test("A killed scanner resumes a run that had been released, at once, with the same activation")
    func resumes() throws {
        let site = try Harness([(0, 1)])
        site.scan()
        site.started()
        site.pass(.seconds(1))
        try site.restart(after: .seconds(2))
        site.pass(.seconds(45))
        #expect(site.batches("active", "inactive") == ["active 1", "inactive 1"])
        #expect(site.status?.run == Harness.run)
    }

    @Test("A killed scanner does not resume a run that was never released")
    func doesNotResume() throws {
        let site = try Harness([(0, 1)])
        site.scan()
        try site.restart()
        site.pass(.seconds(10))
        #expect(site.status?.state == .idle)
        #expect(site.batches("active") == [])
    }

    @Test("It halts as soon as it sees a node state that is idle or has another run", arguments: [true, false])
    func halts(idle: Bool) throws {
        let site = try Harness([(0, 1), (100, 2)])
        site.scan()
        site.started()
        site.pass(.seconds(1))
        try site.restart()
        site.pass(.seconds(1))
        #expect(site.status?.state == .running)
        site.inject(
            .nodeState(Harness.node),
            state(idle ? .idle : .running, run: idle ? nil : RunID(session: 101, attempt: 1)!), retain: true)
        site.pass(.seconds(1))
        #expect(site.status?.state == .idle && site.status?.run == nil)
        #expect(site.batches("inactive") == [], "D9: a stopped node makes nothing inactive")
    }

    @Test("D14: every command gets exactly one answer; retained, foreign and malformed ones are refused")
    func commands() throws {
        let site = try Harness(script)
        site.command("scan", #","run":"100.1","attempt":1"#, id: "kept", retain: true)
        #expect(site.answers("kept").map { $0["error"]?["code"]?.stringValue } == ["commandRetained"])
        site.command("scan", #","run":"nonsense","attempt":1"#, id: "bad")
        #expect(site.answers("bad").map { $0["error"] != nil } == [true])
        site.command("discover", "", id: "early")
        #expect(site.answers("early").map { $0["error"] != nil } == [true])
        site.command("halt", "", id: "idle")
        #expect(site.answers("idle").map { $0["scanning"]?.boolValue } == [false])
        site.scan(id: "one")
        site.scan(id: "two")
        #expect(site.answers("one").count == 1 && site.answers("two").count == 1)
        site.pass(.seconds(1))
        #expect((site.status?.counters["refusedCommands"] ?? 0) >= 3)
    }

    @Test(
        "D18: discover names what is in the air for a limited time and answers once at its end, or at that of the run; each asker has a time of its own"
    )
    func discover() throws {
        let site = try Harness((0..<100).map { (seconds: Double($0), minor: UInt16($0 % 3)) }, registered: false)
        site.scan()
        site.started()
        site.pass(.seconds(1))
        site.command("discover", #","duration":5000"#, id: "look")
        site.command("discover", "", id: "longer")
        site.pass(.milliseconds(1_900))
        site.command("discover", #","duration":6000"#, id: "later")
        site.pass(.milliseconds(3_000))
        #expect(site.answers("look") == [])
        site.pass(.milliseconds(200))
        site.pass(.seconds(3))
        #expect(site.answers("longer") == [])
        for (id, reports) in [("look", 5), ("later", 6)] as [(String, Int64)] {
            let devices = site.answers(id).flatMap { $0["devices"]?.arrayValue ?? [] }
            #expect(devices.count == 3)
            #expect(Set(devices.compactMap { $0["beacon"]?.stringValue }).count == 3)
            #expect(devices.compactMap { $0["reports"]?.integerValue }.reduce(0, +) == reports)
        }
        site.command("discover", #","duration":60000"#, id: "cut")
        for number in 0..<7 { site.command("discover", "", id: "many\(number)") }
        #expect(site.answers("many5") == [])
        #expect(site.answers("many6").map { $0["error"]?["code"]?.stringValue } == ["busy"])
        site.command("halt", "", id: "halt")
        for id in ["cut", "longer", "halt", "many5"] { #expect(site.answers(id).count == 1) }
    }

    @Test("A source that cannot be opened is the answer to scan, and stands in the status")
    func refused() throws {
        let error = BeaconBusError(.sourceUnreadable, reason: "no such file", suggestion: "Give another.")
        let site = try Harness(script, refusal: error)
        site.scan()
        #expect(site.answers("scan1").map { $0["error"]?["code"]?.stringValue } == ["sourceUnreadable"])
        site.pass(.seconds(1))
        #expect(site.status?.state == .failed && site.status?.error?.code == .sourceUnreadable)
    }

    private func state(_ state: NodeState, run: RunID? = nil, announced: RunID? = nil) -> NodeStatus {
        var status = NodeStatus.samples[0]
        status.node = Harness.node
        status.state = state
        status.run = run ?? announced
        status.announced = announced
        return status
    }
}
