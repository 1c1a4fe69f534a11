internal import Bluetooth
internal import Schema

/// ESPresense: one topic for each device and room, a retained status for each room.
///
/// Repaired: devices that people gave a name come under it alone, which the retained settings undo (they are read, never
/// written); Eddystone namespaces of which one byte is printed twice; temperatures and humidities are absent when they
/// are 0. RSSI is smoothed and corrected by the firmware already, so the room's offset stays 0 here.
struct ESPresenseParser: FleetParser {
    let root: String
    private var names = AliasBook()

    init(root: String) { self.root = root }

    var filters: [String] { ["\(root)/devices/+/+", "\(root)/rooms/+/status", "\(root)/settings/+/config"] }

    mutating func parse(
        _ levels: [Substring], _ payload: [UInt8], isRetained: Bool, now: FleetTime
    ) -> [FleetMessage] {
        let own = levels.dropFirst(root.split(separator: "/").count)
        guard own.count == 3, let kind = own.first else { return [.ignored(.otherTopic)] }
        let parts = own.dropFirst().map(String.init)
        if kind == "rooms", parts[1] == "status" {
            guard let isOnline = availability(payload) else { return [.ignored(.broken)] }
            return [.availability(room: parts[0], isOnline: isOnline)]
        }
        if kind == "settings", parts[1] == "config" { return learn(parts[0], payload) }
        guard kind == "devices" else { return [.ignored(.otherTopic)] }
        // Devices that were forgotten leave an empty retained message.
        if isRetained || payload.isEmpty { return [.ignored(.retained)] }
        guard let fields = FleetFields(payload) else { return [.ignored(.broken)] }
        let address = fields.address("mac")
        guard let identity = identity(names.original(parts[0]), address) else { return [.ignored(.noIdentity)] }
        var report = FleetReport(
            identity: identity, address: address, rssi: fields.rssi(), power: fields.rssi("rssi@1m"),
            name: fields.text("name"))
        fields.measure("temp", .temperature, &report.values)
        fields.measure("rh", .humidity, &report.values)
        fields.measure("batt", .battery, &report.values)
        fields.measure("mV", .batteryMillivolts, &report.values)
        return [.reports(room: parts[1], [report])]
    }

    /// A device's settings, of which the name people gave it counts: `{"id": name, "name": …}`; empty = it has none.
    private mutating func learn(_ original: String, _ payload: [UInt8]) -> [FleetMessage] {
        guard original.utf8.count <= 256, payload.count <= 4_096 else { return [.ignored(.tooLong)] }
        var alias: String?
        if !payload.isEmpty {
            guard let fields = FleetFields(payload) else { return [.ignored(.broken)] }
            alias = fields.text("id").flatMap { $0.isEmpty ? nil : $0 }
        }
        return names.name(original, alias) ? [] : [.ignored(.tooMany)]
    }

    private func identity(_ id: String, _ address: BluetoothAddress?) -> BeaconIdentity? {
        guard let colon = id.firstIndex(of: ":") else {
            if id.utf8.count == 12, let address = BluetoothAddress(lenient: id) { return BeaconIdentity(mac: address) }
            return FleetIdentity.stable(address, isRandom: nil)
        }
        let rest = String(id[id.index(after: colon)...])
        switch id[..<colon] {
        case "iBeacon": return FleetIdentity.iBeacon(rest)
        case "altBeacon":
            guard let parts = FleetIdentity.iBeacon(rest)?.beaconParts else { return nil }
            return BeaconIdentity(
                altBeacon: parts.uuid.high, parts.uuid.low, UInt32(parts.major) << 16 | UInt32(parts.minor))
        case "eddy": return eddystone(rest)
        case "known": return BluetoothAddress(lenient: rest).map { BeaconIdentity(mac: $0) }
        case "irk":
            // The name is the key itself: it goes no further than here (D13).
            guard rest.utf8.count == 32 else { return nil }
            let hash = URLHash.of(rest.lowercased().utf8)
            return BeaconName(HexDigits.text(hash, bytes: 8)).map { BeaconIdentity(irk: $0) }
        // Named by what it sends: such addresses rotate, whatever they look like, or are the fleet's own.
        case "apple", "exp", "smarttag", "msft", "node": return nil
        default:
            // The kind of a device and the address it keeps: `miTherm:a4c138…`, `tile:…`.
            if rest.utf8.count == 12, let fixed = BluetoothAddress(lenient: rest) { return BeaconIdentity(mac: fixed) }
            return FleetIdentity.stable(address, isRandom: nil)
        }
    }

    private func eddystone(_ text: String) -> BeaconIdentity? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        var digits = Array(parts[0].utf8)
        // The firmware prints the fifth byte twice.
        if digits.count == 22, digits[8..<10].elementsEqual(digits[10..<12]) { digits.removeSubrange(10..<12) }
        guard let namespace = EddystoneNamespace(String(decoding: digits, as: UTF8.self).lowercased()),
            let instance = EddystoneInstance(parts[1].lowercased())
        else { return nil }
        return BeaconIdentity(namespace: namespace, instance: instance)
    }
}
