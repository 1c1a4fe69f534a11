import Schema
import Testing

@testable import BeaconControl

@Suite("What a node heard of a beacon")
struct StrengthSampleTests {
    private let beacon = BeaconID("ibeacon-f7826da6-4fa2-4e98-8024-bc5b71e0893e-1-7")!
    private static let data = "0201061aff4c000215f7826da64fa24e988024bc5b71e0893e00010007c5"

    private func device(
        _ number: UInt64, _ beacon: BeaconID?, _ reports: Int64?, _ median: Double?, data: String? = nil
    ) -> DiscoveredDevice {
        DiscoveredDevice(
            address: BluetoothAddress(truncating: number), beacon: beacon, data: data, reports: reports, median: median,
            deviation: 2, age: 0)
    }

    @Test("R11: all addresses of a beacon count, by their reports; other devices and silent ones do not")
    func together() throws {
        let devices = [
            device(1, beacon, 30, -60), device(2, nil, 500, -20), device(3, beacon, 10, -68),
            device(4, beacon, 5, nil), device(5, beacon, nil, -90), device(6, beacon, -4, -90),
        ]
        let sample = try #require(StrengthSample(devices, of: beacon))
        #expect(sample.reports == 40 && sample.median == -62 && sample.deviation == 2 && sample.power == nil)
        #expect(StrengthSample([device(2, nil, 500, -20)], of: beacon) == nil)
        #expect(StrengthSample([], of: beacon) == nil)
    }

    @Test("R11: what the beacon says of its power is read from its newest report; hostile data is nothing")
    func power() {
        #expect(StrengthSample([device(1, beacon, 9, -60, data: Self.data)], of: beacon)?.power == -59)
        for data in ["", "zz", "0", String(Self.data.dropLast(2)), String(repeating: "ff", count: 64)] {
            let sample = StrengthSample([device(1, beacon, 9, -60, data: data)], of: beacon)
            #expect(sample?.reports == 9 && sample?.power == nil, "\(data)")
        }
    }

    @Test("A beacon that is an address is its device, whatever that sends")
    func address() {
        let devices = [device(0xa1b2c3d4e5f6, beacon, 12, -71)]
        #expect(StrengthSample(devices, of: BeaconID("mac-a1b2c3d4e5f6")!)?.median == -71)
    }
}
