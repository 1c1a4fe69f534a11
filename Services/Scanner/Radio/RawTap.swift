import Bluetooth
import Schema

/// Picks advertising data of monitored beacons for those who decode it themselves: of each beacon at most one report an
/// interval. Bounded; what does not fit is counted (R12).
struct RawTap: Sendable {
    /// Which reports are picked.
    enum Selection: String, CaseIterable, Sendable {
        case none
        /// Those from which nothing but the address was decoded.
        case undecoded
        case all
    }

    /// A picked report.
    struct Report: Sendable {
        var beacon: BeaconIdentity
        var address: BluetoothAddress
        var isRandom: Bool
        var rssi: Int8?
        var data: [UInt8]
        var at: Instant
    }

    /// Reports kept until somebody takes them.
    static let mostReports = 256
    /// Beacons whose last report is remembered.
    static let mostBeacons = 1_024

    private(set) var reports: [Report] = []
    private(set) var dropped: UInt64 = 0
    private let selection: Selection
    private let interval: Duration
    private var last: [BeaconIdentity: Instant] = [:]

    init(_ selection: Selection, interval: Duration) {
        self.selection = selection
        self.interval = interval
    }

    /// Offers a sighting of a monitored beacon.
    mutating func offer(_ beacon: BeaconIdentity, _ sighting: Sighting, _ report: AdvertisingReport, at now: Instant) {
        switch selection {
        case .none: return
        case .undecoded:
            guard sighting.values == nil, beacon.kind == .mac || beacon.kind == .irk else {
                return
            }
        case .all: break
        }
        if let last = last[beacon], now - last < interval { return }
        guard reports.count < Self.mostReports, report.data.count <= RawReport.maximumBytes, makeRoom(now, beacon)
        else {
            dropped &+= 1
            return
        }
        last[beacon] = now
        reports.append(
            Report(
                beacon: beacon, address: report.address, isRandom: report.addressType & 1 != 0, rssi: report.rssi,
                data: Array(report.data), at: now))
    }

    /// The reports picked since the last call.
    mutating func take() -> [Report] {
        defer { reports.removeAll(keepingCapacity: true) }
        return reports
    }

    private mutating func makeRoom(_ now: Instant, _ beacon: BeaconIdentity) -> Bool {
        guard last.count >= Self.mostBeacons, last[beacon] == nil else { return true }
        last = last.filter { now - $0.value < interval }
        return last.count < Self.mostBeacons
    }
}
