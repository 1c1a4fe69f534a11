internal import Bluetooth
internal import Schema

/// OpenMQTTGateway and Theengs Gateway, which share topics and field names: `{root}/{gateway}/BTtoMQTT/{MAC}`.
///
/// Repaired: the uuid in place of the address (`presuseuuid`), the measured power that their own distance does not use,
/// raw data that they could not decode (their relay topic included), last will and away messages of both, which name an address, whatever beacon it sends.
struct OpenMQTTGatewayParser: FleetParser {
    let root: String
    /// The beacons that addresses were last heard to send, by gateway, where they are others than the address.
    private var senders = RecentTable<BeaconIdentity>()

    init(root: String) { self.root = root }

    var filters: [String] { ["\(root)/+/BTtoMQTT/+", "\(root)/+/LWT"] }

    mutating func parse(
        _ levels: [Substring], _ payload: [UInt8], isRetained: Bool, now: FleetTime
    ) -> [FleetMessage] {
        let own = levels.dropFirst(root.split(separator: "/").count)
        guard own.count >= 2, let gateway = own.first.map(String.init) else { return [.ignored(.otherTopic)] }
        if own.count == 2, own.last == "LWT" {
            guard let isOnline = availability(payload) else { return [.ignored(.broken)] }
            return [.availability(room: gateway, isOnline: isOnline)]
        }
        guard own.count == 3, own.dropFirst().first == "BTtoMQTT" else { return [.ignored(.otherTopic)] }
        if isRetained || payload.isEmpty { return [.ignored(.retained)] }
        guard let fields = FleetFields(payload) else { return [.ignored(.broken)] }
        let address = fields.address("mac") ?? fields.address("id")
        if fields.text("state") == "offline" || fields.text("presence") == "absent" {
            guard let address else { return [.ignored(.fieldMissing)] }
            let sent = senders.recall("\(gateway)/\(address)", at: now.instant)
            return [BeaconIdentity(mac: address), sent].compactMap(\.self).map { .away(room: gateway, $0) }
        }
        let isRandom =
            fields.integer("mac_type", 0...3).map { $0 & 1 != 0 } ?? (fields.flag("prmac") == true ? true : nil)
        var report = FleetReport(
            address: address, isRandom: isRandom, rssi: fields.rssi(), name: fields.text("name"),
            advertisement: advertisement(fields))
        measure(fields, &report.values)
        if let beacon = iBeacon(fields) {
            report.identity = beacon
            report.power = fields.rssi("txpower")
            if let address { senders.note(beacon, "\(gateway)/\(address)", at: now.instant) }
        } else if report.advertisement == nil || !report.values.isEmpty {
            // What the gateway decoded belongs to a device with a fixed address, unless it says otherwise.
            let isKnown = !report.values.isEmpty && isRandom == nil && fields.text("type") != "RMAC"
            report.identity = FleetIdentity.stable(address, isRandom: isKnown ? false : isRandom)
        }
        guard report.identity != nil || report.advertisement != nil else { return [.ignored(.noIdentity)] }
        return [.reports(room: gateway, [report])]
    }

    private func iBeacon(_ fields: FleetFields) -> BeaconIdentity? {
        guard let uuid = (fields.text("uuid") ?? fields.text("id")).flatMap({ BeaconUUID(lenient: $0) }),
            let major = fields.integer("major", 0...65_535), let minor = fields.integer("minor", 0...65_535)
        else { return nil }
        return BeaconIdentity(iBeacon: uuid, major: UInt16(major), minor: UInt16(minor))
    }

    /// AD structures of the raw fields; nil where there are none.
    private func advertisement(_ fields: FleetFields) -> [UInt8]? {
        var bytes: [UInt8] = []
        if let data = fields.hex("manufacturerdata", limit: 250), data.count >= 2 {
            bytes += [UInt8(data.count + 1), 0xff] + data
        }
        if let data = fields.hex("servicedata", limit: 240), let text = fields.text("servicedatauuid"),
            let uuid = Self.short(text)
        {
            bytes += [UInt8(data.count + 3), 0x16, uuid[1], uuid[0]] + data
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// The two bytes of a 16-bit UUID: four digits, with `0x` or within the Bluetooth base UUID; nil for longer ones,
    /// whose data is no format of ours.
    private static func short(_ text: String) -> [UInt8]? {
        var digits = text.lowercased()[...]
        if digits.utf8.count == 36, digits.hasPrefix("0000"), digits.hasSuffix("-0000-1000-8000-00805f9b34fb") {
            digits = digits.dropFirst(4).prefix(4)
        } else if digits.hasPrefix("0x") {
            digits = digits.dropFirst(2)
        }
        return digits.utf8.count == 4 ? FleetFields.bytes(String(digits)) : nil
    }

    private func measure(_ fields: FleetFields, _ values: inout TelemetryValues) {
        fields.measure("tempc", .temperature, &values)
        fields.measure("hum", .humidity, &values)
        fields.measure("batt", .battery, &values)
        // Volts; an iBeacon's last byte as a voltage counts as well.
        fields.measure("volt", .batteryMillivolts, times: 1_000, &values)
        fields.measure("pres", .pressure, &values)
        fields.measure("lux", .illuminance, &values)
        fields.measure("moi", .soilMoisture, &values)
        fields.measure("fer", .conductivity, &values)
        // Scales tell the unit they are set to.
        let kilograms: [String: Double] = ["lb": 0.45359237, "jin": 0.5]
        fields.measure("weight", .weight, times: kilograms[fields.text("unit") ?? "", default: 1], &values)
        fields.measure("co2", .carbonDioxide, &values)
        fields.measure("pm25", .particles25, &values)
        fields.measure("pm10", .particles10, &values)
        if let isOpen = fields.flag("open") { values.set(.open, isOpen) }
        if let motion = fields.flag("motion") { values.set(.motion, motion) }
    }
}
