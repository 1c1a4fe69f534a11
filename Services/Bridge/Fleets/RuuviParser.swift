internal import Bluetooth
internal import Schema

/// Ruuvi Gateway: all tags in one message (`data.tags`), or one topic for each tag; the AD structures as hex. The gateway is
/// the topic's level, whatever a payload says (`gw_mac`).
struct RuuviParser: FleetParser {
    let root: String

    var filters: [String] { ["\(root)/+", "\(root)/+/+"] }

    func parse(_ levels: [Substring], _ payload: [UInt8], isRetained: Bool, now: FleetTime) -> [FleetMessage] {
        let own = levels.dropFirst(root.split(separator: "/").count).map(String.init)
        guard let gateway = own.first else { return [.ignored(.otherTopic)] }
        if own.count == 2, own[1] == "gw_status" {
            guard let isOnline = availability(payload) else { return [.ignored(.broken)] }
            return [.availability(room: gateway, isOnline: isOnline)]
        }
        if isRetained { return [.ignored(.retained)] }
        guard let fields = FleetFields(payload) else { return [.ignored(.broken)] }
        if let data = fields.json["data"], let tags = data["tags"]?.objectValue {
            let outer = FleetFields(data)
            let clock = outer.number("timestamp")
            let reports = tags.sorted { $0.key < $1.key }.prefix(FleetReport.most).compactMap { mac, tag in
                report(BluetoothAddress(lenient: mac), FleetFields(tag), "timestamp", clock)
            }
            return reports.isEmpty ? [.ignored(.fieldMissing)] : [.reports(room: gateway, reports)]
        }
        guard own.count == 2,
            let report = report(BluetoothAddress(lenient: own[1]), fields, "ts", fields.number("gwts"))
        else { return [.ignored(.fieldMissing)] }
        return [.reports(room: gateway, [report])]
    }

    /// Stamps are seconds of the gateway's clock.
    private func report(
        _ address: BluetoothAddress?, _ fields: FleetFields, _ stamp: String, _ clock: Double?
    ) -> FleetReport? {
        guard let address, let data = fields.hex("data") else { return nil }
        var report = FleetReport(address: address, rssi: fields.rssi(), advertisement: data)
        if let clock, let stamp = fields.number(stamp) {
            report.age = .milliseconds(Int64(min(max((clock - stamp) * 1_000, 0), 1e9)))
        }
        return report.age <= FleetReport.greatestAge ? report : nil
    }
}
