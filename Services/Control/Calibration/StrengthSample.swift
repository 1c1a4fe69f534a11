import Bluetooth
import Identity
import Schema

/// What a node heard of one beacon at one place.
struct StrengthSample: Equatable {
    /// Reports with a strength.
    var reports: Int64
    /// The median of their strengths, dBm, before the node's calibration.
    var median: Double
    /// Their standard deviation, dB.
    var deviation: Double
    /// What the beacon says it is heard with at 1 m, dBm, where it says so.
    var power: Double?

    /// Fewer reports tell nothing of a place.
    static let fewest: Int64 = 8

    /// What of the devices a node heard is this beacon; nil if it heard nothing of it. Several addresses of one beacon are
    /// taken together.
    init?(_ devices: [DiscoveredDevice], of beacon: BeaconID) {
        let exact = devices.filter { $0.beacon == beacon }
        // A rule for an address takes in whatever its device sends.
        let own = exact.isEmpty ? devices.filter { BeaconIdentity(mac: $0.address).id == beacon } : exact
        let heard = own.compactMap { device -> (reports: Int64, median: Double, deviation: Double)? in
            guard let reports = device.reports, reports > 0, let median = device.median else { return nil }
            return (reports, median, device.deviation ?? 0)
        }
        let total = heard.map(\.reports).reduce(0, +)
        guard total > 0 else { return nil }
        reports = total
        func mean(_ value: ((reports: Int64, median: Double, deviation: Double)) -> Double) -> Double {
            heard.map { value($0) * Double($0.reports) }.reduce(0, +) / Double(total)
        }
        median = mean(\.median)
        deviation = mean(\.deviation)
        power = own.lazy.compactMap { Self.power($0, as: beacon) }.first
    }

    /// What the newest report says of its strength at 1 m.
    private static func power(_ device: DiscoveredDevice, as beacon: BeaconID) -> Double? {
        guard let data = device.data, let bytes = HexText.decode(data) else { return nil }
        var decoder = SightingDecoder()
        var power: Double?
        bytes.withUnsafeBytes { data in
            let report = AdvertisingReport(
                data: data, address: device.address, addressType: 0, properties: [], rawRSSI: 0)
            decoder.decode(report) { sighting in
                if sighting.identity?.id == beacon { power = sighting.power.map { Double($0) } ?? power }
            }
        }
        return power
    }
}
