import Bluetooth
import Schema
import Store
import Support
import Testing
import Tracking

@testable import ScannerService

@Suite("Recordings")
struct RecordingTests {
    /// The reports and advertisers of INDEX.md.
    static let index: [(String, UInt64, Int)] = [
        ("derived_csacca_advonly.btsnoop", 412, 36), ("derived_hcidump_ttu_2x.btsnoop", 511, 26),
        ("hcidump_ttu_2x.txt", 511, 26), ("derived_ble_monitor_events.btsnoop", 283, 119),
        ("own_btmon_vm.btsnoop", 923, 61), ("own_hcidump_w.btsnoop", 69, 23), ("own_hcidump_Rt.txt", 69, 23),
    ]

    private func capture(_ name: String) -> String? {
        SharedFolder.path.map { "\($0)/data/captures/\(name)" }
    }

    @Test("Recordings give the reports and advertisers of the index", arguments: index)
    func counts(name: String, reports: UInt64, advertisers: Int) throws {
        guard let path = capture(name) else { return }
        let replay = try Replay(FileSource(path: path))
        #expect(replay.last == .ended)
        #expect(replay.statistics.source.reports == reports)
        #expect(replay.statistics.advertisers == advertisers)
        #expect(replay.statistics.kept == 0)
    }

    @Test("The recording of a walk has one activation without a registry, and it goes inactive once")
    func walk() throws {
        guard let path = capture("derived_csacca_advonly.btsnoop") else { return }
        let replay = try Replay(FileSource(path: path))
        let actives = replay.events.filter { $0.kind == .active }.map(\.beacon.identity)
        #expect(actives.map(\.major) == [20594])
        #expect(actives.map(\.minor) == [62207])
        #expect(replay.transitions.count == 2)
        #expect(replay.events.last?.cause == .silent)
    }

    @Test("With the second beacon registered there are two activations, each going inactive once")
    func registered() throws {
        guard let path = capture("derived_csacca_advonly.btsnoop") else { return }
        let first = try Replay(FileSource(path: path))
        let uuid = try #require(first.events.first?.beacon.identity.uuid)
        let rule = MonitoredRule(.beacon(BeaconIdentity(iBeacon: uuid, major: 20597, minor: 62207)), registered: true)
        let set = MonitoredSet(formats: [.iBeacon, .altBeacon, .eddystone], rules: [rule])
        let replay = try Replay(FileSource(path: path), monitored: set)
        #expect(replay.events.filter { $0.kind == .active }.map(\.beacon.identity.major) == [20594, 20597])
        #expect(replay.events.filter { $0.kind == .inactive }.count == 2)
    }

    @Test("The same decisions at any pace; at the recorded pace they take the recorded time")
    func pace() throws {
        guard let path = capture("derived_csacca_advonly.btsnoop") else { return }
        let fast = try Replay(FileSource(path: path), limit: 1)
        for speed in [1, 7.5, 1_000] {
            let slow = try Replay(FileSource(path: path), pace: .speed(speed))
            #expect(slow.transitions == fast.transitions)
            let span = fast.events[fast.events.count - 1].at - Instant(nanoseconds: 5_000_000_000)
            #expect(
                abs(Double(slow.took / .milliseconds(1)) * speed - Double(span / .milliseconds(1))) < 300
                    * max(speed, 1))
        }
    }

    @Test("A file that is none, broken or absent fails with its name, the reason and the remedy")
    func unreadable() throws {
        let folder = TemporaryFolder()
        for (name, bytes) in [("empty", []), ("junk", Array("hello".utf8))] as [(String, [UInt8])] {
            let path = "\(folder.path)/\(name)"
            try AtomicFile(path: path).write(bytes)
            let replay = try Replay(FileSource(path: path))
            guard case .failed(let error) = replay.last else {
                Issue.record("\(name) was read")
                continue
            }
            #expect(error.code == .sourceUnreadable)
            #expect(error.reason.contains(name) && !error.suggestion.isEmpty)
        }
        #expect(throws: BeaconBusError.self) { try FileSource(path: "/does/not/exist").open() }
        #expect(throws: BeaconBusError.self) { try FileSource(path: folder.path).open() }
    }
}

@Suite("Radio engine")
struct RadioEngineTests {
    @Test("R12: however many beacons fall silent at once, one pass leaves a bounded number of decisions")
    func bounded() throws {
        let count = 12_000
        let script = (0..<count).map { (seconds: 0.0, minor: UInt16($0)) }
        let rules = [MonitoredRule(.uuid(ScriptedSource.uuid), registered: true)]
        let start = Instant(nanoseconds: 1_000_000_000)
        let engine = RadioEngine(
            source: ScriptedSource(script), pace: .recorded, settings: TrackerSettings(),
            monitored: MonitoredSet(formats: [], rules: rules), readings: nil, nextActivation: 1, start: start, seed: 1)
        var now = start
        var inactive = 0
        for _ in 0..<1_000 {
            let step = engine.step(at: now)
            #expect(engine.events.count <= 4_096 + 1_024)
            inactive += engine.events.filter { $0.kind == .inactive }.count
            engine.events.removeAll()
            if case .ended = step { break }
            // An hour's sleep: everything is due at once.
            if case .wait = step { now = now + .seconds(3_600) }
        }
        #expect(inactive == count)
    }
}
