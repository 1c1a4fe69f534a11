import Bluetooth
import Schema
import Support
import Testing

@testable import Tracking

@Suite("Tracker properties")
struct TrackerPropertyTests {
    /// A random life: some beacons rarely, some often, gaps of all lengths; gives the tracker and the reference.
    private func live(seed: UInt64, steps: Int) -> (Fixture, ReferenceTracker) {
        var random = SeededGenerator(seed: seed)
        let registered = Set((0..<5).map { beacon($0) })
        let rules = registered.map { MonitoredRule(.beacon($0), registered: true) }
        let site = Fixture(monitored: MonitoredSet(formats: [.iBeacon], rules: rules), seed: seed)
        var reference = ReferenceTracker()
        reference.registered = registered
        for _ in 0..<steps {
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<70:
                let minor = UInt16(20 * random.fraction() * random.fraction())
                site.hear(beacon(minor), rssi: random.chance(0.1) ? nil : Int8.random(in: -95 ... -40, using: &random))
                reference.sight(beacon(minor), at: site.now.nanoseconds)
            case 70..<75:
                site.hear(BeaconIdentity(mac: BluetoothAddress(truncating: random.next())))
            default:
                let span: ClosedRange<Int64> = random.chance(0.05) ? 0...100_000 : 0...4_000
                site.pass(.milliseconds(Int64.random(in: span, using: &random)))
            }
        }
        site.pass(.seconds(100))
        reference.advance(to: site.now.nanoseconds)
        return (site, reference)
    }

    @Test(
        "Invariants 1 and 2, D12: the tracker decides as the plain reference does",
        arguments: 1...60 as ClosedRange<UInt64>)
    func reference(seed: UInt64) {
        let (site, reference) = live(seed: seed, steps: 3_000)
        var log: [BeaconIdentity: [ReferenceTracker.Transition]] = [:]
        for event in site.events where event.kind != .changed {
            let transition = ReferenceTracker.Transition(
                isActive: event.kind == .active, activation: event.beacon.activation)
            let last = log[event.beacon.identity]?.last
            #expect((last?.isActive ?? false) != transition.isActive, "invariant 1, seed \(seed)")
            #expect(event.beacon.identity.kind == .iBeacon, "invariant 2, seed \(seed)")
            log[event.beacon.identity, default: []].append(transition)
        }
        #expect(log == reference.log, "seed \(seed)")
        #expect(site.tracker.activeCount == 0 && site.tracker.count == 0, "seed \(seed)")
        let activations = site.events.filter { $0.kind == .active }.map(\.beacon.activation)
        #expect(activations == Array(1..<UInt64(activations.count + 1)), "each number once, seed \(seed)")
    }

    @Test("L4 … L6: a change is only told of a beacon that is active", arguments: 1...20 as ClosedRange<UInt64>)
    func changesOfActive(seed: UInt64) {
        let (site, _) = live(seed: seed, steps: 3_000)
        var active: [BeaconIdentity: UInt64] = [:]
        for event in site.events {
            switch event.kind {
            case .active: active[event.beacon.identity] = event.beacon.activation
            case .changed: #expect(active[event.beacon.identity] == event.beacon.activation, "seed \(seed)")
            case .inactive: active[event.beacon.identity] = nil
            }
        }
    }

    @Test("Invariant 11: a log with repetitions and reordering across topics gives the same final state")
    func replay() {
        for seed in UInt64(1)...20 {
            let (site, _) = live(seed: seed, steps: 1_500)
            var random = SeededGenerator(seed: seed)
            // Cut off at a random place, so that some beacons are left active.
            let log = Array(site.events.prefix(Int.random(in: 0...site.events.count, using: &random)))
            var topics = [TrackerEvent.Kind.active, .inactive, .changed].map { kind in log.filter { $0.kind == kind } }
            var shuffled: [TrackerEvent] = []
            while !topics.allSatisfy(\.isEmpty) {
                let topic = Int.random(in: 0..<3, using: &random)
                guard let event = topics[topic].first else { continue }
                shuffled.append(event)
                // A repetition delivers a suffix of the topic again.
                if random.chance(0.9) { topics[topic].removeFirst() }
            }
            #expect(Self.final(log) == Self.final(shuffled), "seed \(seed)")
        }
    }

    /// What a consumer keeps: per beacon the newest activation, and whether its end was heard.
    private static func final(_ log: [TrackerEvent]) -> [BeaconIdentity: [Bool]] {
        var newest: [BeaconIdentity: UInt64] = [:]
        var ended: Set<UInt64> = []
        for event in log {
            newest[event.beacon.identity] = max(newest[event.beacon.identity] ?? 0, event.beacon.activation)
            if event.kind == .inactive { ended.insert(event.beacon.activation) }
        }
        return newest.mapValues { [!ended.contains($0), $0 > 0] }
    }

    @Test("R1: a beacon that does not move, heard at 1 Hz with 60 % loss, gives no transition in an hour")
    func steady() {
        var transitions = 0
        for seed in UInt64(1)...100 {
            var random = SeededGenerator(seed: seed)
            let site = Fixture(seed: seed)
            // Anywhere but within 3 dB of a boundary, where the first samples may have decided wrongly.
            let level = [-40, -48, -57, -62, -66, -74, -85][Int(seed % 7)]
            for second in 0..<3_600 {
                site.pass(.seconds(1))
                guard random.chance(0.4) else { continue }
                site.hear(beacon(1), rssi: Int8(clamping: Int((Double(level) + 4 * random.normal()).rounded())))
                if second < 60 { site.events.removeAll() }
            }
            transitions += site.events.count
        }
        #expect(transitions <= 3, "in 100 hours")
    }
}
