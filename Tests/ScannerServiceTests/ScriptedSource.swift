import Bluetooth
import Schema

@testable import ScannerService

/// A source that sends one iBeacon report at each given moment.
final class ScriptedSource: ReportSource {
    let name = "script"
    let kind = SourceKind.recording
    private(set) var counters = SourceCounters()
    private var script: ArraySlice<(seconds: Double, minor: UInt16)>
    private var event: [UInt8] = []
    private var parser = HCIEventParser()
    private let refusal: BeaconBusError?

    init(_ script: [(seconds: Double, minor: UInt16)], refusal: BeaconBusError? = nil) {
        self.script = script[...]
        self.refusal = refusal
    }

    /// How the addresses of its beacons begin.
    static let address = "c0:00:00:00:00"
    static let uuid = BeaconUUID(high: 1, low: 2)

    static func beacon(_ minor: UInt16) -> BeaconIdentity { BeaconIdentity(iBeacon: uuid, major: 1, minor: minor) }

    func open() throws(BeaconBusError) {
        if let refusal { throw refusal }
    }

    func advance() throws(BeaconBusError) -> Int64? {
        guard let next = script.popFirst() else { return nil }
        var random = SimulatedRandom(seed: 1)
        let device = SimulatedDevice(
            payload: .iBeacon(uuid: Self.uuid, major: 1, minor: next.minor), movement: .fixed(0, 0))
        let data = SimulatedFrame.data(of: device, count: 0, seconds: 0, random: &random)
        SimulatedFrame.event(
            type: 3, address: 0xc000_0000_0000 + UInt64(next.minor), rssi: -60, data: data, into: &event)
        return Int64(next.seconds * 1e9)
    }

    func forEachReport(_ deliver: (AdvertisingReport) -> Void) {
        event.withUnsafeBytes { _ = parser.parse($0, deliver) }
        counters.reports = parser.counters.reports
    }
}
