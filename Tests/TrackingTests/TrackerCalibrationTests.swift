import Schema
import Support
import Testing

@testable import Tracking

@Suite("Tracker: calibration while running")
struct TrackerCalibrationTests {
    /// A tracker that has heard 50 beacons for a while, each at a level of its own.
    private func crowd(_ settings: TrackerSettings, range: Float? = nil, seed: UInt64 = 3) -> Fixture {
        var random = SeededGenerator(seed: seed)
        let timing = Timing(sightings: 1, timeout: .seconds(600), range: range)
        let site = Fixture(
            settings: settings,
            monitored: MonitoredSet(formats: [.iBeacon], base: timing, pathLoss: settings.pathLoss))
        let levels = (0..<50).map { _ in Int8(-90 + Int(random.next() % 60)) }
        for _ in 0..<40 {
            for (minor, level) in levels.enumerated() {
                site.hear(beacon(UInt16(minor)), rssi: level + Int8(random.next() % 5) - 2)
            }
            site.pass(.milliseconds(250))
        }
        return site
    }

    @Test(
        "R11: after a calibration every figure is that of a tracker that had it from the beginning", arguments: 1...20)
    func equals(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let base = TrackerSettings()
        let gain = Float(Int(random.next() % 40)) - 20
        let loss = PathLoss(exponent: 1 + Float(random.next() % 50) / 10)
        let changed = crowd(base, seed: seed)
        let calibrated = base.calibrated(receiverGain: gain, pathLoss: loss)
        changed.tracker.calibrate(calibrated, at: changed.now, into: &changed.events)
        let always = crowd(calibrated, seed: seed)
        for site in [changed, always] { site.events.removeAll() }
        func readings(_ site: Fixture) -> [Reading] {
            for minor in 0..<50 { site.hear(beacon(UInt16(minor)), rssi: nil) }
            var readings: [Reading] = []
            site.tracker.collectReadings(into: &readings)
            return readings.sorted { $0.identity.id.description < $1.identity.id.description }
        }
        for (left, right) in zip(readings(changed), readings(always)) {
            #expect(left.identity == right.identity)
            #expect(abs((left.rssi ?? 0) - (right.rssi ?? 0)) < 0.01)
            let (near, far) = (left.distance ?? 0, right.distance ?? 0)
            #expect(abs(near - far) <= max(near, far) * 0.01)
        }
    }

    @Test(
        "R11, D22: each beacon tells at most one change by it, those within the margins none, and then there is silence"
    )
    func noStorm() {
        let site = crowd(TrackerSettings())
        site.events.removeAll()
        let calibrated = TrackerSettings().calibrated(receiverGain: -12, pathLoss: PathLoss(exponent: 3))
        site.tracker.calibrate(calibrated, at: site.now, into: &site.events)
        #expect(!site.events.isEmpty)
        #expect(Set(site.events.map(\.beacon.identity)).count == site.events.count)
        #expect(site.events.allSatisfy { $0.kind == .changed && $0.cause == .zone && $0.before.zone != $0.beacon.zone })
        site.events.removeAll()
        site.tracker.calibrate(calibrated, at: site.now, into: &site.events)
        site.pass(.seconds(1))
        #expect(site.events.isEmpty)
    }

    @Test("R11: a range in metres means the same metres with another exponent; who is beyond it goes once, outOfRange")
    func range() {
        let base = TrackerSettings()
        let site = crowd(base, range: 20)
        let before = site.tracker.activeCount
        site.events.removeAll()
        // 10 dB less heard than there is: beacons are nearer than was thought.
        site.tracker.calibrate(
            base.calibrated(receiverGain: -10, pathLoss: base.pathLoss), at: site.now, into: &site.events)
        #expect(site.events.allSatisfy { $0.kind == .changed })
        site.events.removeAll()
        site.tracker.calibrate(
            base.calibrated(receiverGain: 15, pathLoss: base.pathLoss), at: site.now, into: &site.events)
        let gone = site.events.filter { $0.kind == .inactive }
        #expect(!gone.isEmpty && gone.allSatisfy { $0.cause == .outOfRange })
        #expect(site.tracker.activeCount == before - gone.count)
        // The distance of everybody who is left is within range and margin.
        for minor in 0..<50 { site.hear(beacon(UInt16(minor)), rssi: nil) }
        var readings: [Reading] = []
        site.tracker.collectReadings(into: &readings)
        let limit = base.pathLoss.distance(rssi: -3, power: 0) * 20
        #expect(readings.filter { ($0.distance ?? 0) > limit * 1.001 && $0.samples > 1 }.isEmpty)
    }

    @Test("R11: zones end at the same distances whatever the exponent is")
    func zones() {
        for exponent in stride(from: Float(1), through: 6, by: 0.5) {
            let settings = TrackerSettings().calibrated(receiverGain: 0, pathLoss: PathLoss(exponent: exponent))
            let model = settings.pathLoss
            #expect(settings.zones.zone(loss: model.loss(at: 0.49)) == .immediate)
            #expect(settings.zones.zone(loss: model.loss(at: 0.51)) == .near)
            #expect(settings.zones.zone(loss: model.loss(at: 3.45)) == .near)
            #expect(settings.zones.zone(loss: model.loss(at: 3.55)) == .far)
        }
    }
}
