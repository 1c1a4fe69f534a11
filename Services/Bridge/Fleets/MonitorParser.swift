internal import Bluetooth
internal import Schema

/// andrewjfreyer/monitor 0.2: `{root}/{node}/{address or alias}`, with its option `-s` all on `{root}/{node}`.
///
/// Repaired: every value is a text, built without escaping, so that a quote in a name breaks the JSON; the same iBeacon
/// comes a second time under its address; a confidence that falls is no sighting, and 0 is away; `online` comes before
/// every message.
struct MonitorParser: FleetParser {
    let root: String

    /// Addresses that were heard to send an iBeacon, by node.
    private var senders = RecentTable<Void>()

    init(root: String) { self.root = root }

    var filters: [String] { ["\(root)/+/+", "\(root)/+"] }

    mutating func parse(
        _ levels: [Substring], _ payload: [UInt8], isRetained: Bool, now: FleetTime
    ) -> [FleetMessage] {
        let own = levels.dropFirst(root.split(separator: "/").count).map(String.init)
        guard (1...2).contains(own.count), own[0] != "scan", own[0] != "setup" else { return [.ignored(.otherTopic)] }
        switch own.count == 2 ? own[1] : "" {
        case "status":
            guard let isOnline = availability(payload) else { return [.ignored(.broken)] }
            return [.availability(room: own[0], isOnline: isOnline)]
        case "echo", "KNOWN DEVICE STATES": return [.ignored(.otherTopic)]
        default: break
        }
        if isRetained || payload.isEmpty { return [.ignored(.retained)] }
        guard payload.count <= 16_384 else { return [.ignored(.tooLong)] }
        let fields = FleetFields(payload) ?? FleetFields(Self.lenient(payload))
        guard let id = fields.text("id"), let confidence = fields.number("confidence") else {
            return [.ignored(fields.json.objectValue?.isEmpty == true ? .broken : .fieldMissing)]
        }
        let address = fields.address("mac") ?? BluetoothAddress(lenient: id)
        guard let identity = FleetIdentity.iBeacon(id) ?? BluetoothAddress(lenient: id).map({ BeaconIdentity(mac: $0) })
        else { return [.ignored(.noIdentity)] }
        if let address, fields.text("type") != "KNOWN_MAC",
            isSecond(own[0], address, identity.address == nil, now.instant)
        {
            return [.ignored(.repeated)]
        }
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

    /// Whether a message under an address is the second one of an iBeacon; those of iBeacons are remembered.
    private mutating func isSecond(_ node: String, _ address: BluetoothAddress, _ isBeacon: Bool, _ now: Instant)
        -> Bool
    {
        let key = "\(node)/\(address)"
        guard isBeacon else { return senders.recall(key, at: now) != nil }
        senders.note((), key, at: now)
        return false
    }

    /// The pairs of texts of an object whose quotes are not escaped: a value ends where `","` or `"}` follows.
    private static func lenient(_ payload: [UInt8]) -> JSONValue {
        var members: [String: JSONValue] = [:]
        var rest = payload[...]
        for _ in 0..<32 {
            guard let quote = rest.firstIndex(of: UInt8(ascii: "\"")) else { break }
            rest = rest[(quote + 1)...]
            guard let middle = firstRange(of: ["\":\"", "\" : \""], in: rest) else { break }
            let key = String(decoding: rest[..<middle.lowerBound], as: UTF8.self)
            rest = rest[middle.upperBound...]
            guard let close = firstRange(of: ["\",", "\"}", "\" }"], in: rest)?.lowerBound else { break }
            members[key] = .string(String(decoding: rest[..<close], as: UTF8.self))
            rest = rest[(close + 1)...]
        }
        return .object(members)
    }

    /// Where the first of some texts begins, and which one.
    private static func firstRange(of texts: [StaticString], in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        for start in bytes.indices where bytes[start] == UInt8(ascii: "\"") {
            for text in texts {
                let found = text.withUTF8Buffer { bytes[start...].starts(with: $0) }
                if found { return start..<start + text.utf8CodeUnitCount }
            }
        }
        return nil
    }
}
