import Bluetooth
import Schema
import Testing

@testable import Tracking

@Suite("Tracker")
struct TrackerTests {
    @Test("D12: two sightings within ten seconds make a beacon active, thirty seconds of silence inactive")
    func defaults() {
        let site = Fixture()
        site.pass(.seconds(60))
        site.hear(beacon(1))
        site.pass(.milliseconds(10_001))
        site.hear(beacon(1))
        #expect(site.said() == [])
        site.pass(.seconds(10))
        site.hear(beacon(1))
        #expect(site.said() == ["active arrived 1"])
        site.pass(.milliseconds(29_800))
        #expect(site.said() == [])
        site.pass(.milliseconds(340))
        #expect(site.said() == ["inactive silent 1"])
        #expect(site.tracker.count == 0)
    }

    @Test("D12: a registered beacon is active at its first sighting")
    func registered() {
        let rule = MonitoredRule(.beacon(beacon(1)), registered: true)
        let site = Fixture(monitored: MonitoredSet(formats: [.iBeacon], rules: [rule]))
        site.hear(beacon(1))
        site.hear(beacon(2))
        #expect(site.said() == ["active initial 1"])
    }

    @Test("D12: sightings, window and time-out can be set for each rule")
    func timing() {
        let timing = Timing(sightings: 4, window: .seconds(5), timeout: .seconds(2))
        let rule = MonitoredRule(.beacon(beacon(1)), registered: true, timing: timing)
        let site = Fixture(monitored: MonitoredSet(formats: [], rules: [rule]))
        site.pass(.seconds(60))
        for _ in 0..<3 {
            site.hear(beacon(1))
            site.pass(.seconds(1))
        }
        #expect(site.said() == [])
        site.hear(beacon(1))
        #expect(site.said() == ["active arrived 1"])
        site.pass(.milliseconds(2_140))
        #expect(site.said() == ["inactive silent 1"])
    }

    @Test("R2: going inactive is timer driven, within a second of the time-out though nothing at all is heard any more")
    func timerDriven() {
        let site = Fixture()
        for minor in 0..<200 as Range<UInt16> {
            site.hear(beacon(minor))
            site.pass(.milliseconds(37))
            site.hear(beacon(minor))
        }
        site.events.removeAll()
        while let deadline = site.tracker.nextDeadline {
            // The driver sleeps until exactly then; a wall clock has no say in it.
            site.pass(deadline - site.now)
        }
        #expect(site.events.count == 200)
        for event in site.events {
            let silence = event.at - event.beacon.lastSeen
            #expect(silence >= .seconds(30) && silence <= .seconds(31))
        }
    }

    @Test("D21: initial within thirty seconds after scanning began, arrived afterwards")
    func initialAndArrived() {
        let site = Fixture()
        site.pass(.milliseconds(29_999))
        site.hear(beacon(1))
        site.hear(beacon(1))
        site.pass(.milliseconds(1))
        site.hear(beacon(2))
        site.hear(beacon(2))
        #expect(site.said() == ["active initial 1", "active arrived 2"])
    }

    @Test("R7, R11: a report without RSSI counts for presence, the zone is unknown")
    func withoutSignal() {
        let site = Fixture()
        site.hear(beacon(1), rssi: nil)
        site.hear(beacon(1), rssi: nil)
        #expect(site.events.first?.beacon.zone == .unknown)
        #expect(site.events.first?.beacon.distance == nil)
        #expect(site.said() == ["active initial 1"])
        #expect(site.tracker.counters.withoutSignal == 2)
        site.pass(.seconds(1))
        for _ in 0..<3 { site.hear(beacon(1), rssi: -59) }
        #expect(site.events.first?.before.zone == .unknown)
        #expect(site.events.first?.beacon.zone == .near)
        #expect(site.said() == ["changed zone 1"])
    }

    @Test("R11: distance uses the beacon's own power, the node's and the beacon's calibration")
    func calibrations() {
        var settings = TrackerSettings()
        settings.receiverGain = 6
        let rule = MonitoredRule(.beacon(beacon(2)), power: -65)
        let site = Fixture(settings: settings, monitored: MonitoredSet(formats: [.iBeacon], rules: [rule]))
        for minor in [1, 2] as [UInt16] {
            site.hear(beacon(minor), rssi: -53, power: -59)
            site.hear(beacon(minor), rssi: -53, power: -59)
        }
        let distances = site.events.compactMap(\.beacon.distance)
        #expect(distances.count == 2)
        #expect(abs(distances[0] - 1) < 0.001)
        #expect(abs(distances[1] - 0.5012) < 0.001)
    }

    @Test("R11: out of range has hysteresis")
    func range() {
        let timing = Timing(timeout: .seconds(30), range: 10)
        let site = Fixture(monitored: MonitoredSet(formats: [.iBeacon], base: timing))
        for _ in 0..<5 { site.hear(beacon(1), rssi: -85) }
        #expect(site.said() == [])
        site.pass(.seconds(60))
        for _ in 0..<5 { site.hear(beacon(1), rssi: -70) }
        #expect(site.said() == ["active arrived 1"])
        // 20 dB is ten metres; up to 3 dB beyond it stays.
        for _ in 0..<300 {
            site.pass(.seconds(1))
            site.hear(beacon(1), rssi: -81)
        }
        #expect(site.said() == [])
        for _ in 0..<300 where site.events.isEmpty {
            site.pass(.seconds(1))
            site.hear(beacon(1), rssi: -90)
        }
        #expect(site.said() == ["inactive outOfRange 1"])
    }

    @Test("L1: monitored by format, uuid, uuid and major, namespace, or exact id; nothing else makes events")
    func monitoredSet() {
        let uuid = BeaconUUID(high: 9, low: 9)
        let other = BeaconUUID(high: 8, low: 8)
        let space = EddystoneNamespace(high: 3, low: 4)
        let set = MonitoredSet(
            formats: [.altBeacon],
            rules: [
                MonitoredRule(.uuid(uuid), power: -70),
                MonitoredRule(.major(other, 5), registered: true),
                MonitoredRule(.beacon(BeaconIdentity(iBeacon: other, major: 6, minor: 7))),
                MonitoredRule(.beacon(BeaconIdentity(iBeacon: uuid, major: 1, minor: 1)), registered: true),
                MonitoredRule(.namespace(space)),
            ])
        func match(_ identity: BeaconIdentity) -> MonitoredSet.Match? { set.match(identity) }
        #expect(match(BeaconIdentity(altBeacon: 1, 2, 3)) == .init())
        #expect(match(BeaconIdentity(iBeacon: uuid, major: 0, minor: 3)) == .init(power: -70))
        #expect(
            match(BeaconIdentity(iBeacon: uuid, major: 1, minor: 1)) == .init(registered: true, timing: 1, power: -70))
        #expect(match(BeaconIdentity(iBeacon: other, major: 5, minor: 3))?.registered == true)
        #expect(match(BeaconIdentity(iBeacon: other, major: 6, minor: 3)) == nil)
        #expect(match(BeaconIdentity(iBeacon: other, major: 6, minor: 7)) == .init())
        #expect(match(BeaconIdentity(eddystoneUID: 3, 4 << 48 | 77)) == .init())
        #expect(match(BeaconIdentity(eddystoneUID: 3, 5 << 48 | 77)) == nil)
        #expect(match(BeaconIdentity(eddystoneURLHash: 3)) == nil)
    }

    @Test("R14: a beacon that is no longer monitored gets one final inactive, removed")
    func removed() {
        let site = Fixture()
        for minor in [1, 2, 3] as [UInt16] {
            site.hear(beacon(minor))
            if minor < 3 { site.hear(beacon(minor)) }
        }
        _ = site.said()
        let rules = [MonitoredRule(.beacon(beacon(2)), registered: true)]
        site.tracker.monitor(MonitoredSet(formats: [], rules: rules), at: site.now, into: &site.events)
        #expect(site.said() == ["inactive removed 1"])
        site.hear(beacon(1))
        site.hear(beacon(1))
        site.hear(beacon(3))
        #expect(site.said() == [])
        site.pass(.seconds(31))
        #expect(site.said() == ["inactive silent 2"])
    }

    @Test("Readings: one per active beacon since the last, with its samples and age; none where nothing was heard")
    func readings() {
        let site = Fixture()
        for _ in 0..<5 { site.hear(beacon(1)) }
        site.hear(beacon(2))
        var readings: [Reading] = []
        site.tracker.collectReadings(into: &readings)
        #expect(readings.map(\.activation) == [1])
        #expect(readings.map(\.samples) == [4])
        readings.removeAll()
        site.tracker.collectReadings(into: &readings)
        #expect(readings.isEmpty)
    }
}
