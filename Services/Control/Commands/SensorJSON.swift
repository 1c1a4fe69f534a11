import Bluetooth
import Schema

/// What a report is taken for: which beacon, what kind of device, what it measures.
enum SensorJSON {
    /// Adds kind, identity and values.
    static func add(_ sighting: Sighting, to members: inout [String: JSONValue]) {
        switch sighting.kind {
        case .unknown, .iBeacon, .altBeacon, .eddystone: break
        default: members["kind"] = .string(sighting.kind.name.description)
        }
        if let identity = sighting.identity {
            members["format"] = .string(identity.format.description)
            members["beacon"] = .string(identity.id.description)
        }
        guard let values = sighting.values?.pointee else { return }
        for index in 0..<Int(values.count) {
            guard let value = values[index] else { continue }
            members[value.field.name.description] = json(value.field, value.number)
        }
    }

    /// Adds which sensor's frame it is, and how it was secured.
    static func add(_ frame: SensorFrame, to members: inout [String: JSONValue]) {
        members["sensor"] = .string("\(frame.format)")
        if frame.secrecy != .plain { members["secrecy"] = .string("\(frame.secrecy)") }
    }

    private static func json(_ field: TelemetryField, _ number: Int64) -> JSONValue {
        let definition = field.definition
        if definition.isFlag { return .bool(number != 0) }
        guard definition.decimals > 0 else { return .integer(number) }
        var scale = 1.0
        for _ in 0..<definition.decimals { scale *= 10 }
        return .number(Double(number) / scale)
    }
}
