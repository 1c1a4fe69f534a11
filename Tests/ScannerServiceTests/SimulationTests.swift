import Bluetooth
import Schema
import Testing
import Tracking

@testable import ScannerService

@Suite("Simulated site")
struct SimulationTests {
    private func run(_ seconds: Int64, seed: UInt64 = 1, phones: Int = 12) throws -> Replay {
        let uuid = SimulatedSite.demonstrationUUID
        let parcel = MonitoredRule(
            .beacon(BeaconIdentity(iBeacon: uuid, major: 1, minor: 3)), registered: true,
            timing: Timing(sightings: 1, timeout: .seconds(6)))
        let rest = [1, 2, 4].map {
            MonitoredRule(.beacon(BeaconIdentity(iBeacon: uuid, major: 1, minor: $0)), registered: true)
        }
        let set = MonitoredSet(formats: [.iBeacon, .altBeacon, .eddystone], rules: [parcel] + rest)
        let site = SimulatedSite.demonstration(seed: seed, phones: phones, duration: .seconds(seconds))
        return try Replay(SimulatedSource(site), monitored: set, readings: .seconds(1))
    }

    @Test("The same seed gives the same site, another one another", arguments: [1, 2] as [UInt64])
    func seeded(seed: UInt64) throws {
        let first = try run(60, seed: seed)
        let second = try run(60, seed: seed)
        #expect(first.statistics.source == second.statistics.source)
        #expect(first.transitions == second.transitions)
        #expect(first.statistics.source != (try run(60, seed: seed + 7)).statistics.source)
    }

    @Test("Within half a minute a person sees active, changed and inactive", arguments: 1...20 as ClosedRange<UInt64>)
    func visible(seed: UInt64) throws {
        let replay = try run(60, seed: seed)
        let early = replay.events.filter { $0.at < Instant(nanoseconds: 35_000_000_000) }
        let kinds = Set(early.map(\.kind))
        #expect(kinds == [.active, .changed, .inactive], "seed \(seed)")
        #expect(early.contains { $0.kind == .changed && $0.cause == .zone }, "seed \(seed)")
        let minors = early.filter { $0.kind == .active && $0.beacon.registered }.map(\.beacon.identity.minor)
        #expect(Set(minors) == [1, 2, 3, 4], "seed \(seed)")
    }

    @Test("Every format is heard, with names and telemetry; phones leave no trace but counts")
    func formats() throws {
        let replay = try run(120)
        let active = replay.events.filter { $0.kind == .active }.map(\.beacon.identity)
        #expect(Set(active.map(\.format)) == [.iBeacon, .altBeacon, .eddystone, .eddystoneURL])
        #expect(Set(active).count == 8)
        let names = Set(replay.events.map { $0.beacon.name.text })
        #expect(names.isSuperset(of: ["Front desk", "Visitor badge", "Parcel", "Poster", "Thermometer", "Wallet"]))
        #expect(replay.events.contains { $0.beacon.telemetry.temperature != nil })
        #expect(replay.statistics.source.malformed == 0 && replay.statistics.decoder.broken == 0)
        #expect(replay.statistics.advertisers > 18)
        #expect(replay.last == .ended)
    }

    @Test("R4: a rotating address is one beacon; a fixed one makes no zone changes while it stands still")
    func steady() throws {
        let replay = try run(900, phones: 50)
        let wallet = replay.events.filter { $0.beacon.identity.major == 2 && $0.kind == .active }
        #expect(wallet.count == 1)
        let desk = replay.events.filter { $0.beacon.identity.minor == 1 && $0.beacon.identity.major == 1 }
        #expect(desk.filter { $0.cause == .zone }.count <= 1)
        #expect(desk.filter { $0.kind == .inactive }.count == 1, "at the end only")
    }

    @Test("Readings come at most once a second for each beacon")
    func readings() throws {
        let replay = try run(60)
        var counts: [BeaconIdentity: Int] = [:]
        for reading in replay.readings { counts[reading.identity, default: 0] += 1 }
        #expect(!counts.isEmpty)
        #expect(counts.values.allSatisfy { $0 <= 61 })
    }
}
