internal import Bluetooth
internal import Schema

/// happy-bubbles detectors: `{root}/ble/{host}/{ibeacon or eddystone}/{id}`, numbers as hex texts.
struct HappyBubblesParser: FleetParser {
    let root: String

    var filters: [String] { ["\(root)/ble/+/+/+", "\(root)/ble/+/+"] }

    func parse(_ levels: [Substring], _ payload: [UInt8], isRetained: Bool, now: FleetTime) -> [FleetMessage] {
        let own = levels.dropFirst(root.split(separator: "/").count).map(String.init)
        guard own.count >= 3, own[0] == "ble" else { return [.ignored(.otherTopic)] }
        if isRetained { return [.ignored(.retained)] }
        guard let fields = FleetFields(payload) else { return [.ignored(.broken)] }
        var report = FleetReport(address: fields.address("mac"), rssi: fields.rssi())
        if let uuid = fields.text("uuid").flatMap({ BeaconUUID(lenient: $0) }), let major = word(fields, "major"),
            let minor = word(fields, "minor")
        {
            report.identity = BeaconIdentity(iBeacon: uuid, major: major, minor: minor)
            report.power = fields.hex("tx_power", limit: 1)?.first.map { Int8(bitPattern: $0) }
        } else if let namespace = fields.text("namespace").flatMap({ EddystoneNamespace($0.lowercased()) }),
            let instance = fields.text("instance_id").flatMap({ EddystoneInstance($0.lowercased()) })
        {
            report.identity = BeaconIdentity(namespace: namespace, instance: instance)
        } else if let data = fields.hex("data", limit: 62) {
            report.advertisement = data
        } else {
            return [.ignored(.fieldMissing)]
        }
        return [.reports(room: own[1], [report])]
    }

    private func word(_ fields: FleetFields, _ key: String) -> UInt16? {
        guard let bytes = fields.hex(key, limit: 2), bytes.count == 2 else { return nil }
        return UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    }
}
