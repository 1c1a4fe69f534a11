import Bluetooth
import Schema
import Support
import Testing

@testable import Tracking

@Suite("Tracker, bounds")
struct TrackerBoundsTests {
    private func small(rules: [MonitoredRule] = []) -> Fixture {
        var settings = TrackerSettings()
        settings.capacity = 16
        settings.addresses = 16
        return Fixture(settings: settings, monitored: MonitoredSet(formats: [.iBeacon], rules: rules))
    }

    @Test("R20: a beacon takes at most 256 bytes")
    func memory() {
        #expect(Tracker.bytesPerBeacon <= 256)
        #expect(MemoryLayout<BeaconState>.stride <= 128)
        // At 100,000 the index has 2^18 places.
        #expect(Tracker.bytesPerBeacon + 5 <= 256)
    }

    @Test("R4: 1,000 addresses of one iBeacon are one beacon")
    func rotating() {
        let site = Fixture()
        for address in 1...1_000 as ClosedRange<UInt64> {
            site.hear(beacon(1), address: address)
            site.pass(.seconds(2))
        }
        #expect(site.said() == ["active initial 1"])
        #expect(site.tracker.count == 1)
    }

    @Test("R4: 100,000 unidentifiable addresses leave nothing behind but counts")
    func unidentifiable() {
        let site = Fixture()
        for address in 1...100_000 as ClosedRange<UInt64> { site.hear(nil, address: address, name: "phone") }
        #expect(site.tracker.count == 0)
        #expect(site.said() == [])
        #expect(site.tracker.counters.evictedAddresses > 90_000)
    }

    @Test("R12, D12: when the table is full candidates go first, then the active least recently seen, registered last")
    func eviction() {
        let registered = (0..<4 as Range<UInt16>).map { MonitoredRule(.beacon(beacon($0)), registered: true) }
        let site = small(rules: registered)
        for minor in 0..<16 as Range<UInt16> {
            site.hear(beacon(minor))
            site.hear(beacon(minor))
            site.pass(.milliseconds(10))
        }
        site.hear(beacon(4))
        _ = site.said()
        #expect(site.tracker.count == 16)
        site.hear(beacon(100))
        #expect(site.events.map(\.beacon.identity.minor) == [5])
        #expect(site.events.map(\.cause) == [.evicted])
        site.events.removeAll()
        // A flood of beacons sighted once displaces only its own.
        for minor in 200..<5_000 as Range<UInt16> { site.hear(beacon(minor)) }
        #expect(site.said() == [])
        #expect(site.tracker.counters.evictedCandidates == 4_800)
        #expect(site.tracker.count == 16 && site.tracker.activeCount == 15)
    }

    @Test("R12: what nothing can be given up for is refused and counted")
    func refused() {
        let site = small(rules: [
            MonitoredRule(.uuid(BeaconUUID(high: 0x1111_2222_3333_4444, low: 5)), registered: true)
        ])
        for minor in 0..<16 as Range<UInt16> { site.hear(beacon(minor)) }
        site.hear(BeaconIdentity(iBeacon: BeaconUUID(high: 9, low: 9), major: 1, minor: 1))
        #expect(site.tracker.counters.refused == 1)
        site.hear(beacon(16))
        #expect(site.events.filter { $0.kind == .inactive }.map(\.beacon.identity.minor) == [0])
    }

    @Test("Random life in a table far too small keeps every invariant", arguments: 1...20 as ClosedRange<UInt64>)
    func churn(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let site = small(rules: (0..<5 as Range<UInt16>).map { MonitoredRule(.beacon(beacon($0)), registered: true) })
        var most = 0
        for _ in 0..<20_000 {
            if random.chance(0.9) {
                let minor = UInt16(60 * random.fraction() * random.fraction())
                site.hear(
                    beacon(minor), rssi: -60, address: 1 + random.next() % 100, name: random.chance(0.1) ? "n" : nil)
            } else {
                site.pass(.milliseconds(Int64(random.next() % 3_000)))
            }
            most = max(most, site.tracker.count)
        }
        #expect(most == 16)
        site.pass(.seconds(100))
        var active: Set<BeaconIdentity> = []
        for event in site.events {
            switch event.kind {
            case .active: #expect(active.insert(event.beacon.identity).inserted, "seed \(seed)")
            case .inactive: #expect(active.remove(event.beacon.identity) != nil, "seed \(seed)")
            case .changed: #expect(active.contains(event.beacon.identity), "seed \(seed)")
            }
        }
        #expect(active.isEmpty && site.tracker.count == 0 && site.tracker.nextDeadline == nil, "seed \(seed)")
    }

    @Test("The advertisers are counted exactly up to the bound, and the count says when there were more")
    func advertisers() {
        var counter = AddressCounter(limit: 1_000)
        for address in 0..<1_000 as Range<UInt64> {
            counter.insert(address)
            counter.insert(address)
        }
        #expect(counter.count == 1_000 && !counter.isSaturated)
        counter.insert(5_000)
        #expect(counter.count == 1_000 && counter.isSaturated)
    }
}
