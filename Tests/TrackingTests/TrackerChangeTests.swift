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

    @Test("D22: battery per cent and counters count at every step")
    func counters() {
        var old = Telemetry()
        old.battery = 80
        old.buttons = 4
        var new = old
        #expect(!new.hasCounted(since: old))
        new.battery = 79
        #expect(new.hasCounted(since: old))
        new = old
        new.motions = 1
        #expect(new.hasCounted(since: old))
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
