import Bluetooth
import Glibc
import Schema

@testable import ScannerService

/// A live source that does what a test says.
final class ScriptedLive: LiveSource, @unchecked Sendable {
    let name: String
    let kind = SourceKind.radio
    var counters = SourceCounters()
    var condition = LiveCondition(state: .opening)
    /// Reports of beacons with these minors; nil for an endless flood of them.
    var waiting: [UInt16]? = []
    var deadline: Instant?
    private(set) var begun = 0
    private(set) var ended = 0
    private(set) var served = 0
    private var event: [UInt8] = []
    private var parser = HCIEventParser()

    init(_ name: String) { self.name = name }

    func begin(at now: Instant) { begun += 1 }

    func descriptors(into list: inout [pollfd]) {}

    func service(at now: Instant, limit: Int, _ deliver: (AdvertisingReport) -> Void) -> LiveCondition {
        served += 1
        for _ in 0..<limit {
            guard let minor = next() else { break }
            var random = SimulatedRandom(seed: 1)
            let device = SimulatedDevice(
                payload: .iBeacon(uuid: ScriptedSource.uuid, major: 1, minor: minor), movement: .fixed(0, 0))
            SimulatedFrame.event(
                type: 3, address: 0xc000_0000_0000 + UInt64(minor), rssi: -60,
                data: SimulatedFrame.data(of: device, count: 0, seconds: 0, random: &random), into: &event)
            event.withUnsafeBytes { _ = parser.parse($0, deliver) }
        }
        counters.reports = parser.counters.reports
        var condition = condition
        condition.hasMore = waiting.map { !$0.isEmpty } ?? true
        return condition
    }

    func end() { ended += 1 }

    func fail(_ code: ErrorCode) {
        condition = LiveCondition(
            state: .failed, error: BeaconBusError(code, reason: "as the test says", suggestion: "None."),
            adapter: condition.adapter)
    }

    private func next() -> UInt16? {
        guard waiting != nil else { return 1 }
        return waiting!.isEmpty ? nil : waiting!.removeFirst()
    }
}

/// Says that the adapter is there once the test says so.
final class ScriptedWatch: AdapterWatching, @unchecked Sendable {
    var report: AdapterReport?
    /// What it was made for.
    var cause: ErrorCode?
    private(set) var looks = 0
    var deadline: Instant? { Instant(nanoseconds: 1) }
    func descriptors(into list: inout [pollfd]) {}
    func look(at now: Instant) -> AdapterReport? {
        looks += 1
        return report
    }
}
