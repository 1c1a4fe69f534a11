internal import Bluetooth
internal import Schema

/// andrewjfreyer/monitor 0.2: `{root}/{node}/{address or alias}`.
///
/// Repaired: every value is a text, built without escaping, so that a quote in a name breaks the JSON; the same iBeacon
/// comes a second time under its address; a confidence that falls is no sighting, and 0 is away; `online` comes before
/// every message.
struct MonitorParser: FleetParser {
    let root: String

    var filters: [String] { ["\(root)/+/+"] }

    func parse(_ levels: [Substring], _ payload: [UInt8], isRetained: Bool, now: FleetTime) -> [FleetMessage] {
        let own = levels.dropFirst(root.split(separator: "/").count).map(String.init)
        guard own.count == 2, own[0] != "scan", own[0] != "setup" else { return [.ignored(.otherTopic)] }
        if own[1] == "status" {
            guard let isOnline = availability(payload) else { return [.ignored(.broken)] }
            return [.availability(room: own[0], isOnline: isOnline)]
        }
        guard own[1] != "echo", own[1] != "KNOWN DEVICE STATES" else { return [.ignored(.otherTopic)] }
        if isRetained || payload.isEmpty { return [.ignored(.retained)] }
        guard payload.count <= 16_384 else { return [.ignored(.tooLong)] }
        let fields = FleetFields(payload) ?? FleetFields(Self.lenient(payload))
        guard let id = fields.text("id"), let confidence = fields.number("confidence") else {
            return [.ignored(fields.json.objectValue?.isEmpty == true ? .broken : .fieldMissing)]
        }
        let address = fields.address("mac") ?? BluetoothAddress(lenient: id)
        guard let identity = FleetIdentity.iBeacon(id) ?? BluetoothAddress(lenient: id).map({ BeaconIdentity(mac: $0) })
        else { return [.ignored(.noIdentity)] }
        if confidence <= 0 { return [.away(room: own[0], identity)] }
        // Expiring: `last_seen` in place of a measurement.
        guard confidence >= 100, fields.text("last_seen") == nil else { return [.ignored(.repeated)] }
        let rssi = fields.rssi().flatMap { $0 == -99 ? nil : $0 }
        let name = fields.text("name").flatMap { $0 == "Unknown" || $0.isEmpty ? nil : $0 }
        return [
            .reports(
                room: own[0],
                [
                    FleetReport(
                        identity: identity, address: address, rssi: rssi, power: fields.rssi("power"), name: name)
                ])
        ]
    }

    /// The pairs of texts of an object whose quotes are not escaped: a value ends where `","` or `"}` follows.
    private static func lenient(_ payload: [UInt8]) -> JSONValue {
        var members: [String: JSONValue] = [:]
        let text = String(decoding: payload, as: UTF8.self)
        var rest = text[...]
        while members.count < 32, let quote = rest.firstIndex(of: "\"") {
            rest = rest[rest.index(after: quote)...]
            guard let end = rest.firstRange(of: "\":\"") ?? rest.firstRange(of: "\" : \"") else { break }
            let key = String(rest[..<end.lowerBound])
            rest = rest[end.upperBound...]
            let ends = ["\",\"", "\",", "\"}", "\" }"].compactMap { rest.firstRange(of: $0)?.lowerBound }
            guard let close = ends.min() else { break }
            members[key] = .string(String(rest[..<close]))
            rest = rest[rest.index(after: close)...]
        }
        return .object(members)
    }
}
