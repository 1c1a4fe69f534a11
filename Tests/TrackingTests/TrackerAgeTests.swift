import Bluetooth
import Schema
import Testing

@testable import Tracking

@Suite("Reports that were heard a while before they came")
struct TrackerAgeTests {
    private func hear(_ site: Fixture, _ minor: UInt16, age: Duration, rssi: Int8 = -60) {
        let sighting = Sighting(identity: beacon(minor), rssi: rssi, power: -59)
        site.tracker.observe(sighting, age: age.saturatedNanoseconds, at: site.now, into: &site.events)
    }

    private func fixture(sightings: UInt8 = 1) -> Fixture {
        let timing = Timing(sightings: sightings, window: .seconds(10), timeout: .seconds(30))
        return Fixture(monitored: MonitoredSet(formats: [.iBeacon], base: timing))
    }

    @Test("R2: first and last seen are when it was heard; the time-out runs from there")
    func lastSeen() {
        let site = fixture()
        site.pass(.seconds(100))
        hear(site, 1, age: .seconds(12))
        let event = site.events[0]
        #expect(event.at == site.now && site.now - event.beacon.firstSeen == .seconds(12))
        #expect(site.now - event.beacon.lastSeen == .seconds(12))
        #expect(site.said() == ["active arrived 1"])
        // The wheel's ticks are 134 ms.
        site.pass(.seconds(18) - .milliseconds(1))
        #expect(site.said().isEmpty)
        site.pass(.milliseconds(136))
        #expect(site.said() == ["inactive silent 1"])
    }

    @Test("R2: an older report after a newer one takes nothing back, an older one than the time-out begins nothing")
    func order() {
        let site = fixture()
        site.pass(.seconds(100))
        hear(site, 1, age: .zero)
        hear(site, 1, age: .seconds(29))
        hear(site, 2, age: .seconds(30))
        hear(site, 3, age: .seconds(30) - .nanoseconds(1))
        #expect(site.said() == ["active arrived 1", "active arrived 2"])
        site.pass(.seconds(30) - .milliseconds(1))
        #expect(site.said() == ["inactive silent 2"])
        site.pass(.milliseconds(136))
        #expect(site.said() == ["inactive silent 1"])
    }

    @Test("Sightings count within the window by when they were heard; impossible ages are bounded")
    func window() {
        let site = fixture(sightings: 2)
        site.pass(.seconds(100))
        hear(site, 1, age: .seconds(9))
        hear(site, 1, age: .zero)
        hear(site, 2, age: .seconds(11))
        hear(site, 2, age: .zero)
        #expect(site.said() == ["active arrived 1"])
        for age in [Int64.max, .min] {
            let sighting = Sighting(identity: beacon(3), rssi: -60, power: -59)
            site.tracker.observe(sighting, age: age, at: site.now, into: &site.events)
        }
    }
}
