internal import Bluetooth
internal import Schema

/// Our own topic for small devices that hear advertisements and leave the rest to us:
/// `{root}/{gateway}/reports` with `{"v":1,"reports":[{"address","type","rssi","data","age"}]}` and `{root}/{gateway}/status`
/// with a retained `online`, and `offline` as the will; or `{root}/{gateway}/online` with `true` and `false`, as Shelly
/// devices keep it under their topic prefix.
struct RawBatchParser: FleetParser {
    let root: String

    var filters: [String] { ["reports", "status", "online"].map { "\(root)/+/\($0)" } }

    func parse(_ levels: [Substring], _ payload: [UInt8], isRetained: Bool, now: FleetTime) -> [FleetMessage] {
        let own = levels.dropFirst(root.split(separator: "/").count).map(String.init)
        guard own.count == 2 else { return [.ignored(.otherTopic)] }
        if own[1] == "status" {
            guard let isOnline = availability(payload) else { return [.ignored(.broken)] }
            return [.availability(room: own[0], isOnline: isOnline)]
        }
        if own[1] == "online" {
            switch payload {
            case Array("true".utf8): return [.availability(room: own[0], isOnline: true)]
            case Array("false".utf8): return [.availability(room: own[0], isOnline: false)]
            default: return [.ignored(.broken)]
            }
        }
        guard own[1] == "reports" else { return [.ignored(.otherTopic)] }
        if isRetained { return [.ignored(.retained)] }
        guard let fields = FleetFields(payload), fields.integer("v", 1...1) == 1,
            let list = fields.json["reports"]?.arrayValue
        else { return [.ignored(.broken)] }
        let reports = list.prefix(FleetReport.most).compactMap { report(FleetFields($0)) }
        return reports.isEmpty ? [.ignored(.fieldMissing)] : [.reports(room: own[0], reports)]
    }

    private func report(_ fields: FleetFields) -> FleetReport? {
        guard let address = fields.address("address"), let data = fields.hex("data") else { return nil }
        let report = FleetReport(
            address: address, isRandom: fields.integer("type", 0...255).map { $0 & 1 != 0 }, rssi: fields.rssi(),
            advertisement: data, age: .milliseconds(Int64(fields.integer("age", 0...3_600_000) ?? 0)))
        return report.age <= FleetReport.greatestAge ? report : nil
    }
}
