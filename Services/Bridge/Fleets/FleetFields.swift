internal import Bluetooth
internal import Schema

/// Reading the fields of other makers' JSON: leniently where they differ among themselves, strictly where a value would
/// be impossible.
struct FleetFields {
    let json: JSONValue

    /// Nil for what is no JSON object.
    init?(_ payload: [UInt8]) {
        guard let json = try? JSONValue.parse(payload), json.objectValue != nil else { return nil }
        self.json = json
    }

    init(_ json: JSONValue) { self.json = json }

    /// A number, or a text that is one.
    func number(_ key: String) -> Double? {
        guard let value = json[key] else { return nil }
        let number = value.doubleValue ?? value.stringValue.flatMap { $0.utf8.count <= 32 ? Double($0) : nil }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    func integer(_ key: String, _ range: ClosedRange<Double>) -> Int? {
        number(key).flatMap { range.contains($0) ? Int($0.rounded()) : nil }
    }

    func text(_ key: String) -> String? { json[key]?.stringValue.flatMap { $0.utf8.count <= 256 ? $0 : nil } }

    /// True or false, also as 0, 1, "true" or "on".
    func flag(_ key: String) -> Bool? {
        guard let value = json[key] else { return nil }
        if let flag = value.boolValue { return flag }
        if let number = number(key) { return number != 0 }
        switch value.stringValue?.lowercased() {
        case "true", "on", "open": return true
        case "false", "off", "closed": return false
        default: return nil
        }
    }

    /// dBm; nil for what no receiver gives.
    func rssi(_ key: String = "rssi") -> Int8? { integer(key, -127...20).map { Int8($0) } }

    func address(_ key: String) -> BluetoothAddress? { text(key).flatMap { BluetoothAddress(lenient: $0) } }

    func hex(_ key: String, limit: Int = 255) -> [UInt8]? { text(key).flatMap { Self.bytes($0, limit: limit) } }

    /// Bytes of hex digits of either case.
    static func bytes(_ text: String, limit: Int = 255) -> [UInt8]? {
        guard text.utf8.count % 2 == 0, text.utf8.count <= 2 * limit else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text.utf8 {
            guard let digit = HexDigits.value(character) else { return nil }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return bytes
    }

    /// Notes a measured value in the field's unit.
    func measure(_ key: String, _ field: TelemetryField, times factor: Double = 1, _ values: inout TelemetryValues) {
        guard let value = number(key), let number = field.number(value * factor) else { return }
        values.set(field, number)
    }
}

/// Texts that name beacons.
enum FleetIdentity {
    /// `<uuid>-<major>-<minor>`, the uuid with or without dashes, the numbers decimal.
    static func iBeacon(_ text: some StringProtocol) -> BeaconIdentity? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 3, let major = UInt16(parts[parts.count - 2]), let minor = UInt16(parts[parts.count - 1]),
            let uuid = BeaconUUID(lenient: parts.dropLast(2).joined(separator: "-"))
        else { return nil }
        return BeaconIdentity(iBeacon: uuid, major: major, minor: minor)
    }

    /// A device's address, where it is one that stays: by what the gateway says, else by its two top bits, of which only
    /// those of random static addresses are sure.
    static func stable(_ address: BluetoothAddress?, isRandom: Bool?) -> BeaconIdentity? {
        guard let address, address.value != 0 else { return nil }
        let isStatic = address.value >> 46 == 0b11
        guard isRandom.map({ !$0 || isStatic }) ?? isStatic else { return nil }
        return BeaconIdentity(mac: address)
    }
}

/// `online` and `offline`, as plain text in any case, or as `{"state": …}`.
func availability(_ payload: [UInt8]) -> Bool? {
    guard payload.count <= 256 else { return nil }
    var text = String(decoding: payload, as: UTF8.self)
    if let state = FleetFields(payload)?.text("state") { text = state }
    switch text.lowercased() {
    case "online": return true
    case "offline": return false
    default: return nil
    }
}
