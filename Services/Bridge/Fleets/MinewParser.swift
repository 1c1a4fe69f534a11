internal import Bluetooth
internal import Schema

/// Minew gateways, JSON-LONG and JSON-RAW: an array whose first element is the gateway. The binary frames (0xBB00 …) are
/// recognised and not read.
struct MinewParser: FleetParser {
    let root: String

    var filters: [String] { ["\(root)/+/status", "/\(root)/+/status"] }

    func parse(_ levels: [Substring], _ payload: [UInt8], isRetained: Bool, now: FleetTime) -> [FleetMessage] {
        if payload.first == 0xbb { return [.ignored(.unsupported)] }
        if isRetained { return [.ignored(.retained)] }
        guard let elements = (try? JSONValue.parse(payload))?.arrayValue else { return [.ignored(.broken)] }
        guard let first = elements.first.map({ FleetFields($0) }),
            let gateway = first.text("gateway") ?? (first.text("type") == "Gateway" ? first.text("mac") : nil)
        else { return [.ignored(.fieldMissing)] }
        let room = Self.room(levels.dropLast().last.map(String.init) ?? "", gateway)
        let clock = first.text("timestamp").flatMap { WallTime($0) }
        let reports = elements.dropFirst().prefix(FleetReport.most).compactMap { report(FleetFields($0), clock) }
        return reports.isEmpty ? [.ignored(.fieldMissing)] : [.reports(room: room, reports)]
    }

    /// The gateway that the topic names, whatever the payload says; that of the payload where several share a topic.
    private static func room(_ level: String, _ gateway: String) -> String {
        if level.lowercased() == gateway.lowercased() { return gateway }
        return BluetoothAddress(lenient: level) == nil ? gateway : level
    }

    /// Ages by the gateway's own clock, whatever it is set to.
    private func report(_ fields: FleetFields, _ clock: WallTime?) -> FleetReport? {
        guard let address = fields.address("mac") else { return nil }
        var report = FleetReport(
            address: address, rssi: fields.rssi(), name: fields.text("bleName"),
            advertisement: fields.hex("rawData") ?? fields.hex("bleData"))
        if let stamp = fields.text("timestamp").flatMap({ WallTime($0) }), let clock {
            report.age = max(clock - stamp, .zero)
        }
        if report.advertisement == nil {
            fields.measure("battery", .battery, &report.values)
            fields.measure("temperature", .temperature, &report.values)
            fields.measure("humidity", .humidity, &report.values)
            if let uuid = fields.text("ibeaconUuid").flatMap({ BeaconUUID(lenient: $0) }),
                let major = fields.integer("ibeaconMajor", 0...65_535),
                let minor = fields.integer("ibeaconMinor", 0...65_535)
            {
                report.identity = BeaconIdentity(iBeacon: uuid, major: UInt16(major), minor: UInt16(minor))
                report.power = fields.rssi("ibeaconTxPower")
            } else if !report.values.isEmpty {
                // Decoded by the gateway, as an S1's: a sensor of the maker, whose addresses are fixed.
                report.identity = FleetIdentity.stable(address, isRandom: false)
            }
            guard report.identity != nil else { return nil }
        }
        return report.age <= FleetReport.greatestAge ? report : nil
    }
}
