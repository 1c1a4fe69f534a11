import Bluetooth
import Fleets
import Glibc
import Schema

/// What a room heard, as a source of its virtual node's tracker. Bounded: what nobody takes in time is counted.
final class FleetSource: LiveSource {
    let name: String
    let kind = SourceKind.gateway
    private(set) var counters = SourceCounters()

    /// What waits to be taken.
    private enum Item {
        /// Heard at that moment.
        case report(FleetReport, heard: Instant)
        case away(BeaconIdentity)
    }

    static let mostWaiting = 2_048
    private var waiting: [Item] = []
    private var decoded: [Item] = []

    init(room: String) { name = String(room.prefix(256)) }

    /// Whether so many reports find room.
    func hasRoom(for count: Int) -> Bool { waiting.count + count <= Self.mostWaiting }

    /// Takes in what the room heard, `age` before `now`.
    func push(_ reports: [FleetReport], at now: Instant) {
        for report in reports { push(.report(report, heard: now - report.age)) }
    }

    /// The fleet says that the room does not hear a beacon any more.
    func leave(_ beacon: BeaconIdentity) { push(.away(beacon)) }

    private func push(_ item: Item) {
        guard waiting.count < Self.mostWaiting else {
            counters.lost &+= 1
            return
        }
        waiting.append(item)
    }

    func begin(at now: Instant) { waiting.removeAll() }
    func descriptors(into list: inout [pollfd]) {}
    var deadline: Instant? { waiting.isEmpty && decoded.isEmpty ? nil : .zero }

    func service(at now: Instant, limit: Int, _ deliver: (AdvertisingReport) -> Void) -> LiveCondition {
        for item in waiting {
            guard case .report(let report, let heard) = item, report.identity == nil, let bytes = report.advertisement
            else {
                decoded.append(item)
                continue
            }
            counters.reports &+= 1
            bytes.withUnsafeBytes { data in
                var advertising = AdvertisingReport(
                    data: data, address: report.address ?? BluetoothAddress(truncating: 0),
                    addressType: Self.addressType(report), properties: [], rawRSSI: report.rssi ?? 127)
                advertising.isExtended = bytes.count > 31
                advertising.age = now.nanoseconds(since: heard)
                deliver(advertising)
            }
        }
        waiting.removeAll(keepingCapacity: true)
        return LiveCondition(state: .scanning)
    }

    func takeDecoded(at now: Instant, _ deliver: (DecodedReport) -> Void) {
        for item in decoded {
            switch item {
            case .away(let beacon): deliver(.away(beacon))
            case .report(let report, let heard):
                let age = now.nanoseconds(since: heard)
                counters.reports &+= 1
                withUnsafePointer(to: report.values) { values in
                    var sighting = Sighting(
                        identity: report.identity, address: report.address ?? BluetoothAddress(truncating: 0),
                        addressType: Self.addressType(report), rssi: report.rssi, power: report.power.map { Int16($0) })
                    if !report.values.isEmpty { sighting.values = values }
                    guard var name = report.name, !name.isEmpty else {
                        return deliver(.sighting(sighting, age: age))
                    }
                    name.withUTF8 { bytes in
                        sighting.name = UnsafeRawBufferPointer(bytes)
                        deliver(.sighting(sighting, age: age))
                    }
                }
            }
        }
        decoded.removeAll(keepingCapacity: true)
    }

    func end() {
        waiting = []
        decoded = []
    }

    /// 0 public, 1 random; where the gateway does not say, what the address can be.
    private static func addressType(_ report: FleetReport) -> UInt8 {
        guard let address = report.address else { return 0xff }
        return report.isRandom.map { $0 ? 1 : 0 } ?? (address.value >> 46 == 0b11 ? 1 : 0)
    }
}
