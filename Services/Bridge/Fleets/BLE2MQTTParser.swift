internal import Bluetooth
internal import Schema

/// esp32-ble2mqtt: `BLE2MQTT-XXXX/{MAC}/{field}`, one message for each field.
///
/// Repaired: the fields of one advertisement are put together again. They come in this order: `Type`, `RSSI`, then those of
/// the frame, `Distance` first or last; the last one that is known of a frame makes the sighting.
struct BLE2MQTTParser: FleetParser {
    /// What is known of a broadcaster.
    private struct Device {
        var fields: [String: String] = [:]
        /// Its strength has come, and its sighting has not been made.
        var isPending = false
        var at: Instant
    }

    /// The last field of each frame of the beacons that are known here.
    private static let last: Set<Substring> = ["Minor", "Instance", "URL", "Uptime"]

    private static let known: Set<Substring> = [
        "Type", "RSSI", "UUID", "Major", "Minor", "Namespace", "Instance", "URL", "Voltage", "Temperature", "Count",
        "Uptime",
    ]
    /// Broadcasters remembered; the longest unheard goes first.
    private static let most = 1_024
    private static let memory: Duration = .seconds(600)
    private var devices: [String: Device] = [:]

    var filters: [String] { ["+/Status"] + Self.known.sorted().map { "+/+/\($0)" } }

    mutating func parse(
        _ levels: [Substring], _ payload: [UInt8], isRetained: Bool, now: FleetTime
    ) -> [FleetMessage] {
        guard let gateway = levels.first, gateway.hasPrefix("BLE2MQTT-") else { return [.ignored(.otherTopic)] }
        let room = String(gateway)
        if levels.count == 2, levels[1] == "Status" {
            guard let isOnline = availability(payload) else { return [.ignored(.broken)] }
            return [.availability(room: room, isOnline: isOnline)]
        }
        guard levels.count == 3, Self.known.contains(levels[2]),
            let address = BluetoothAddress(lenient: String(levels[1]))
        else { return [.ignored(.otherTopic)] }
        if isRetained { return [.ignored(.retained)] }
        guard payload.count <= 256 else { return [.ignored(.tooLong)] }
        let key = "\(room)/\(address)"
        var device = devices[key] ?? Device(at: now.instant)
        if now.instant - device.at > Self.memory { device.fields = [:] }
        device.at = now.instant
        let value = String(decoding: payload, as: UTF8.self)
        // Another kind of frame: nothing of the one before is part of it.
        if levels[2] == "Type", device.fields["Type"] != value { device.fields = [:] }
        if levels[2] == "Type" || levels[2] == "RSSI" { device.isPending = levels[2] == "RSSI" }
        device.fields[String(levels[2])] = value
        // What other kinds send says nothing that is read here: their strength is all.
        let isBeacon = device.fields["Type"].map { ["iBeacon", "Eddystone"].contains($0) } ?? true
        let isWhole = device.isPending && (isBeacon ? Self.last.contains(levels[2]) : levels[2] == "RSSI")
        if isWhole { device.isPending = false }
        makeRoom(for: key)
        devices[key] = device
        return isWhole ? [message(room, address, device.fields)] : []
    }

    private mutating func makeRoom(for key: String) {
        guard devices.count >= Self.most, devices[key] == nil else { return }
        if let oldest = devices.min(by: { $0.value.at < $1.value.at })?.key { devices[oldest] = nil }
    }

    private func message(_ room: String, _ address: BluetoothAddress, _ fields: [String: String]) -> FleetMessage {
        let values = FleetFields(.object(fields.mapValues { .string($0) }))
        guard let rssi = values.rssi("RSSI") else { return .ignored(.broken) }
        var identity: BeaconIdentity?
        if let uuid = fields["UUID"].flatMap({ BeaconUUID(lenient: $0) }),
            let major = values.integer("Major", 0...65_535),
            let minor = values.integer("Minor", 0...65_535)
        {
            identity = BeaconIdentity(iBeacon: uuid, major: UInt16(major), minor: UInt16(minor))
        } else if let namespace = fields["Namespace"].flatMap({ EddystoneNamespace(Self.digits($0)) }),
            let instance = fields["Instance"].flatMap({ EddystoneInstance(Self.digits($0)) })
        {
            identity = BeaconIdentity(namespace: namespace, instance: instance)
        } else if let url = fields["URL"], !url.isEmpty {
            identity = BeaconIdentity(eddystoneURLHash: URLHash.of(url.utf8))
        }
        guard let identity = identity ?? FleetIdentity.stable(address, isRandom: nil) else {
            return .ignored(.noIdentity)
        }
        var report = FleetReport(identity: identity, address: address, rssi: rssi)
        values.measure("Temperature", .temperature, &report.values)
        // mV as Eddystone has it, or volts.
        let factor: Double = (values.number("Voltage") ?? 0) < 100 ? 1_000 : 1
        values.measure("Voltage", .batteryMillivolts, times: factor, &report.values)
        values.measure("Count", .advertisements, &report.values)
        values.measure("Uptime", .uptime, &report.values)
        return .reports(room: room, [report])
    }

    private static func digits(_ text: String) -> String {
        String(text.lowercased().filter { $0 != ":" && $0 != "-" })
    }
}
