import Bluetooth
import Schema
import Support
import Testing

@testable import ScannerService

@Suite("Raw advertising data, and what is known of others")
struct RawTapTests {
    private static func beacon(_ number: UInt64) -> BeaconIdentity {
        BeaconIdentity(mac: BluetoothAddress(truncating: 0xc0_0000_0000_00 + number))
    }

    private func offer(
        _ tap: inout RawTap, _ number: UInt64, at seconds: Double, values: Bool = false, bytes: Int = 3
    ) {
        let data = [UInt8](repeating: 0, count: bytes)
        data.withUnsafeBytes { data in
            let address = BluetoothAddress(truncating: 0xc0_0000_0000_00 + number)
            let report = AdvertisingReport(
                data: data, address: address, addressType: 1, properties: [], rawRSSI: -60)
            let measured = TelemetryValues()
            withUnsafePointer(to: measured) { pointer in
                var sighting = Sighting(identity: Self.beacon(number), address: address, rssi: -60)
                if values { sighting.values = pointer }
                tap.offer(Self.beacon(number), sighting, report, at: Instant(nanoseconds: Int64(seconds * 1e9)))
            }
        }
    }

    @Test(
        "Of each beacon at most one report an interval is passed on, and only undecoded ones unless all are asked for")
    func interval() {
        var undecoded = RawTap(.undecoded, interval: .seconds(1))
        var all = RawTap(.all, interval: .seconds(1))
        var none = RawTap(.none, interval: .zero)
        for (number, seconds, values) in [(1, 0, false), (1, 0.5, false), (2, 0.5, true), (1, 1, false)]
            as [(UInt64, Double, Bool)]
        {
            offer(&undecoded, number, at: seconds, values: values)
            offer(&all, number, at: seconds, values: values)
            offer(&none, number, at: seconds, values: values)
        }
        #expect(undecoded.take().map(\.beacon) == [1, 1].map(Self.beacon))
        #expect(all.take().map(\.beacon) == [1, 2, 1].map(Self.beacon))
        #expect(none.take().isEmpty && all.take().isEmpty && all.dropped == 0)
    }

    @Test("R12: what finds no room is counted: reports nobody takes, beacons beyond those remembered, long data")
    func bounds() {
        var tap = RawTap(.all, interval: .seconds(1))
        for number in 0..<300 as Range<UInt64> { offer(&tap, number, at: 0) }
        #expect(tap.reports.count == 256 && tap.dropped == 44)
        _ = tap.take()
        for number in 300..<1_400 as Range<UInt64> {
            offer(&tap, number, at: 0)
            _ = tap.take()
        }
        #expect(tap.dropped == 44 + 1_100 - (1_024 - 256))
        offer(&tap, 9_000, at: 2)
        offer(&tap, 9_001, at: 2, bytes: 255)
        #expect(tap.take().map(\.beacon) == [Self.beacon(9_000)], "the others' interval is over, so there is room")
    }

    @Test("D18: of others only counts by kind leave the node; monitored ones are passed on as they came")
    func others() throws {
        for registered in [true, false] {
            let site = try Harness(
                (0..<20).map { (seconds: Double($0), minor: UInt16($0 % 2)) }, registered: registered, raw: .all,
                formats: [.altBeacon])
            site.scan()
            site.started()
            site.pass(.seconds(30))
            let raw = site.take("beacons/raw").flatMap { $0["reports"]?.arrayValue ?? [] }
            let counters = try #require(site.status?.counters)
            if registered {
                #expect(raw.count == 20 && counters["raw"] == 20 && counters["unmonitored.ibeacon"] == nil)
                #expect(raw.first?["data"]?.stringValue?.contains("4c000215") == true)
            } else {
                #expect(raw.isEmpty && counters["raw"] == 0)
                #expect(counters.filter { $0.key.hasPrefix("unmonitored.") }.map(\.value).reduce(0, +) == 20)
                for message in site.events.messages {
                    let text = String(decoding: message.payload, as: UTF8.self)
                    #expect(!text.contains(ScriptedSource.uuid.description) && !text.contains(ScriptedSource.address))
                }
            }
        }
    }

    @Test("R10, R12: two hundred devices with hostile names and the longest data fit into one answer, or are counted")
    func discovery() throws {
        var discovery = Discovery(number: 1, until: .zero)
        let data = [UInt8](repeating: 0xff, count: 254)
        for number in 0..<250 as Range<UInt64> {
            var sighting = Sighting(
                identity: Self.beacon(number), address: BluetoothAddress(truncating: number + 1),
                rssi: Int8(-100 + Int(number % 50)))
            sighting.kind = .iBeacon
            var name = String(repeating: "\u{1}", count: 31)
            name.withUTF8 { bytes in
                sighting.name = UnsafeRawBufferPointer(bytes)
                data.withUnsafeBytes { discovery.note(sighting, $0, at: .zero) }
            }
        }
        let reply = discovery.reply(at: Instant(nanoseconds: 1_000_000_000))
        #expect(reply.devices.count + Int(reply.dropped ?? 0) == 250)
        #expect(reply.devices.count > 75)
        #expect(reply.devices.map { $0.rssi ?? 0 } == reply.devices.map { $0.rssi ?? 0 }.sorted(by: >))
        #expect(reply.devices.allSatisfy { $0.kind == "ibeacon" && $0.data?.count == 128 })
        #expect(try MessageCoder.encode(Head(), reply).count <= MessageCoder.maximumLength)
    }

    @Test("D18: a device that is several beacons by turns stands there as each; what it is before it says so counts")
    func severalIdentities() {
        var discovery = Discovery(number: 1, until: .zero)
        func hear(_ address: UInt64, _ beacon: UInt64?, _ rssi: Int8) {
            let sighting = Sighting(
                identity: beacon.map(Self.beacon), address: BluetoothAddress(truncating: address), rssi: rssi)
            discovery.note(sighting, UnsafeRawBufferPointer(start: nil, count: 0), at: .zero)
        }
        hear(1, nil, -50)
        hear(1, 1, -52)
        hear(1, 2, -70)
        hear(1, nil, -70)
        hear(1, 1, -54)
        hear(2, nil, -90)
        let devices = discovery.reply(at: .zero).devices
        #expect(devices.map(\.beacon) == [Self.beacon(1).id, Self.beacon(2).id, nil])
        #expect(devices.map(\.reports) == [3, 2, 1])
        #expect(devices.map(\.median) == [-52, -70, -90])
    }
}
