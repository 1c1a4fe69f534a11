import Bluetooth
import Schema
import Testing

@testable import Tracking

@Suite("Tracker, changes")
struct TrackerChangeTests {
    private func active(telemetry: EddystoneTelemetry? = nil) -> Fixture {
        let site = Fixture()
        site.hear(beacon(1), address: 0xa)
        site.hear(beacon(1), address: 0xa, telemetry: telemetry)
        _ = site.said()
        return site
    }

    private func frame(_ millivolts: UInt16, _ temperature: Double) -> EddystoneTelemetry {
        EddystoneTelemetry(
            rawBattery: millivolts, rawTemperature: Int16(temperature * 256), advertisements: 1, uptimeTenths: 1)
    }

    @Test("D22: RSSI and distance are readings, never changes")
    func signalIsNoChange() {
        let site = active()
        var random = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            site.pass(.milliseconds(100))
            // Anything within near: 6 dB around one metre.
            site.hear(beacon(1), rssi: Int8.random(in: -64 ... -58, using: &random), address: 0xa)
        }
        #expect(site.said() == [])
    }

    @Test("D22: telemetry by its address, beyond its threshold, at most once a minute")
    func telemetry() {
        let site = active(telemetry: frame(3_000, 20))
        site.hear(nil, address: 0xa, telemetry: frame(2_951, 20.4))
        #expect(site.said() == [], "49 mV and 0.4 degrees are below the thresholds")
        site.hear(nil, address: 0xb, telemetry: frame(1_000, 90))
        #expect(site.said() == [], "another address's")
        site.hear(nil, address: 0xa, telemetry: frame(2_950, 20))
        #expect(site.events.first?.before.telemetry.batteryMillivolts == 3_000)
        #expect(site.events.first?.beacon.telemetry.batteryMillivolts == 2_950)
        #expect(site.said() == ["changed data 1"])
        for _ in 0..<59 {
            site.pass(.seconds(1))
            site.hear(beacon(1), address: 0xa)
            site.hear(nil, address: 0xa, telemetry: frame(2_000, 40))
        }
        #expect(site.said() == [])
        site.pass(.seconds(1))
        site.hear(nil, address: 0xa, telemetry: frame(2_000, 40))
        #expect(site.said() == ["changed data 1"])
    }

    /// A sensor's report, known by its address or by its identity.
    private func measure(
        _ site: Fixture, _ identity: BeaconIdentity?, address: UInt64 = 0xa, _ values: [(TelemetryField, Int64)]
    ) {
        var report = TelemetryValues()
        for (field, number) in values { report.set(field, number) }
        withUnsafePointer(to: report) { pointer in
            var sighting = Sighting(
                identity: identity, address: BluetoothAddress(truncating: address), addressType: 0, rssi: -60,
                power: -59)
            sighting.values = pointer
            site.tracker.observe(sighting, at: site.now, into: &site.events)
        }
    }

    @Test("D22: battery by a point, counters and states are told at every step, other values slowly, numbers never")
    func tellings() {
        let site = active()
        measure(
            site, beacon(1),
            [(.battery, 8_000), (.buttons, 4), (.open, 0), (.humidity, 400_000), (.sequence, 1), (.transmitPower, 4)])
        #expect(site.said() == ["changed data 1"], "the first values are news")
        measure(site, beacon(1), [(.battery, 7_901), (.humidity, 500_000), (.sequence, 2), (.transmitPower, -4)])
        #expect(site.said() == [], "less than a point; humidity waits its minute; a number of a message is no change")
        for step in [(TelemetryField.battery, Int64(7_900)), (.buttons, 5), (.open, 1), (.open, 0)] {
            measure(site, beacon(1), [step])
            let event = site.events.first
            #expect(event?.before.telemetry[step.0] != step.1)
            #expect(event?.beacon.telemetry[step.0] == step.1)
            #expect(site.said() == ["changed data 1"], "\(step)")
        }
        site.pass(.seconds(25))
        site.hear(beacon(1), address: 0xa)
        site.pass(.seconds(25))
        site.hear(beacon(1), address: 0xa)
        site.pass(.seconds(11))
        measure(site, beacon(1), [(.humidity, 520_001)])
        #expect(site.said() == ["changed data 1"])
    }

    @Test("R11, R12: an impossible value, and a field more than a beacon has room for, are counted and not kept")
    func droppedValues() {
        let site = Fixture()
        let fields = TelemetryField.allCases.prefix(14)
        measure(site, beacon(1), [(.battery, 20_000), (.temperature, 21_000)])
        #expect(site.tracker.counters.droppedValues == 1)
        for field in fields { measure(site, beacon(1), [(field, field.definition.range.upperBound)]) }
        #expect(site.tracker.counters.droppedValues == 1 + 2)
        // A change that is told at once shows all that is kept.
        measure(site, beacon(1), [(.battery, 5_000)])
        #expect(site.events.last?.beacon.telemetry.values.count == 12)
    }

    @Test("R12: telemetry beyond the bound is counted and not kept, and its place is given back with the beacon")
    func sensorBound() {
        var settings = TrackerSettings()
        settings.capacity = 32
        settings.sensors = 16
        let site = Fixture(settings: settings)
        for number in 1...20 as ClosedRange<UInt16> {
            measure(site, beacon(number), address: UInt64(number), [(.battery, 1)])
        }
        #expect(site.tracker.counters.refusedTelemetry == 4)
        site.pass(.seconds(3_600))
        for number in 101...116 as ClosedRange<UInt16> {
            measure(site, beacon(number), address: UInt64(number), [(.battery, 1)])
        }
        #expect(site.tracker.counters.refusedTelemetry == 4)
    }

    @Test("L1: a rule for an address takes in whatever its device sends, one for a rotating address nothing")
    func addresses() {
        let stable = BeaconIdentity(mac: BluetoothAddress(truncating: 0xc0_0000_0000_01))
        let rotating = BeaconIdentity(mac: BluetoothAddress(truncating: 0x40_0000_0000_01))
        let rules = [stable, rotating].map { MonitoredRule(.beacon($0), registered: true) }
        let site = Fixture(monitored: MonitoredSet(formats: [.iBeacon], rules: rules))
        for (identity, address) in [(nil, stable), (nil, rotating), (beacon(1), stable)]
            as [(BeaconIdentity?, BeaconIdentity)]
        {
            let sighting = Sighting(
                identity: identity, address: address.address!, addressType: 1, rssi: -60, power: nil)
            let seen = site.tracker.observe(sighting, at: site.now, into: &site.events)
            #expect(seen == (address == rotating ? nil : identity ?? stable))
        }
        #expect(site.events.map(\.beacon.identity) == [stable], "the iBeacon needs its second sighting")
    }

    @Test("R10: names come by the address, whatever their bytes, and a shortened one is no change")
    func names() {
        let site = Fixture()
        site.hear(nil, address: 0xa, name: "Lamp é \u{1F4A1} +/# \"\u{1}")
        site.hear(beacon(1), address: 0xa)
        site.hear(beacon(1), address: 0xa)
        #expect(site.events.first?.beacon.name.text == "Lamp é \u{1F4A1} +/# \"\u{1}")
        #expect(site.said() == ["active initial 1"])
        site.hear(nil, address: 0xa, name: "Lamp")
        #expect(site.said() == [])
        site.hear(nil, address: 0xa, name: "Torch")
        #expect(site.events.first?.before.name.text.hasPrefix("Lamp") == true)
        #expect(site.said() == ["changed name 1"])
        for number in 0..<50 {
            site.pass(.milliseconds(100))
            site.hear(nil, address: 0xa, name: "flood \(number % 7)")
        }
        #expect(site.said() == [], "R12: a beacon that keeps changing its name floods nobody")
    }

    @Test("Names too long are cut between characters, and invalid UTF-8 becomes replacement characters")
    func longNames() {
        let long = String(repeating: "é", count: 60)
        #expect(ShortText(long).text == String(repeating: "é", count: 15))
        let broken = [0xff, 0xc3, 0x28].withUnsafeBufferPointer { _ in
            [UInt8]([0xff, 0xc3, 0x28]).withUnsafeBytes { ShortText($0).text }
        }
        #expect(broken.unicodeScalars.contains("\u{fffd}"))
        Array(long.utf8).withUnsafeBytes { #expect(ShortText(long).isKept(of: $0)) }
    }

    @Test("R1: a tag that walks away changes zone within ten seconds of being there")
    func walk() {
        let site = active()
        for _ in 0..<100 {
            site.pass(.milliseconds(500))
            site.hear(beacon(1), rssi: -60, address: 0xa)
        }
        #expect(site.said() == [])
        let left = site.now
        while site.events.isEmpty, site.now - left < .seconds(60) {
            site.pass(.milliseconds(1_000))
            site.hear(beacon(1), rssi: -80, address: 0xa)
        }
        #expect(site.events.first?.beacon.zone == .far)
        #expect(site.now - left <= .seconds(10))
    }
}
