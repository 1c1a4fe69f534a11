internal import Bluetooth
internal import Schema

/// room-assistant 2: one entity for each beacon, with what every instance measured; the message of the instance that
/// speaks for the others counts.
///
/// Repaired: entities published by several instances at once, the same measurement told again, instances out of range,
/// clocks that are wrong: ages count from the newest stamp in the same message.
struct RoomAssistantParser: FleetParser {
    let root: String

    private static let kind = "bluetooth-low-energy-presence-sensor"
    /// Measurements of which the stamp is remembered.
    private static let most = 4_096
    private var told: [String: WallTime] = [:]

    init(root: String) { self.root = root }

    var filters: [String] { ["\(root)/entity/+/\(Self.kind)/+", "\(root)/status/+"] }

    mutating func parse(
        _ levels: [Substring], _ payload: [UInt8], isRetained: Bool, now: FleetTime
    ) -> [FleetMessage] {
        let own = Array(levels.dropFirst(root.split(separator: "/").count))
        if own.count == 2, own[0] == "status" {
            guard let isOnline = availability(payload) else { return [.ignored(.broken)] }
            return [.availability(room: String(own[1]), isOnline: isOnline)]
        }
        guard own.count == 4, own[0] == "entity", own[2] == Self.kind else { return [.ignored(.otherTopic)] }
        if isRetained || payload.isEmpty { return [.ignored(.retained)] }
        guard let message = FleetFields(payload), let entity = message.json["entity"] else {
            return [.ignored(.broken)]
        }
        guard message.flag("hasAuthority") == true else { return [.ignored(.notAuthoritative)] }
        let id = own[3].hasPrefix("ble-") ? own[3].dropFirst(4) : own[3]
        guard let identity = Self.identity(id) else { return [.ignored(.noIdentity)] }
        guard let distances = entity["distances"]?.objectValue else { return [.ignored(.fieldMissing)] }
        let known = distances.prefix(64).sorted { $0.key < $1.key }
        if FleetFields(entity).text("state") == "not_home" {
            return known.filter { $0.key.utf8.count <= 256 }.map { .away(room: $0.key, identity) }
        }
        // The instance that speaks for all has written every stamp, by its own clock.
        let newest = known.compactMap { Self.stamp(FleetFields($0.value)) }.max() ?? now.wall
        let messages = known.compactMap { instance, value in
            measured(identity, instance, FleetFields(value), entity, newest)
        }
        return messages.isEmpty ? [.ignored(.repeated)] : messages
    }

    private mutating func measured(
        _ identity: BeaconIdentity, _ instance: String, _ distance: FleetFields, _ entity: JSONValue, _ newest: WallTime
    ) -> FleetMessage? {
        guard instance.utf8.count <= 256 else { return nil }
        var age = Duration.zero
        if let stamp = Self.stamp(distance) {
            let key = "\(instance)/\(identity.id)"
            if told[key] == stamp { return nil }
            if told.count >= Self.most { told.removeAll() }
            told[key] = stamp
            if distance.flag("outOfRange") == true { return .away(room: instance, identity) }
            age = newest - stamp
            guard age <= FleetReport.greatestAge else { return nil }
        } else if distance.flag("outOfRange") == true {
            return .away(room: instance, identity)
        }
        let measured = entity["measuredValues"]?[instance].map { FleetFields($0) }
        var report = FleetReport(
            identity: identity, address: identity.address, rssi: measured?.rssi(),
            power: measured?.rssi("measuredPower"),
            name: FleetFields(entity).text("name"), age: age)
        FleetFields(entity).measure("batteryLevel", .battery, &report.values)
        return .reports(room: instance, [report])
    }

    private static func stamp(_ distance: FleetFields) -> WallTime? {
        distance.text("lastUpdatedAt").flatMap { WallTime($0) }
    }

    /// `<32 hex>-<major>-<minor>`, or the 12 digits of an address.
    private static func identity(_ text: Substring) -> BeaconIdentity? {
        if text.utf8.count == 12 { return BluetoothAddress(lenient: String(text)).map { BeaconIdentity(mac: $0) } }
        return FleetIdentity.iBeacon(text)
    }
}
