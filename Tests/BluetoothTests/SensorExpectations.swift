import Schema

@testable import Bluetooth

/// Compares values with those that collections of vectors expect, each under the names of its own.
enum SensorExpectations {
    /// Expected names without a field: who made it, what its text says, estimates, a second value of the same kind.
    private static let ignored: Set<String> = [
        "firmware", "type", "mac", "packet", "rssi", "packet_id", "text", "raw", "encrypted", "decrypted", "voltage_2",
        "local_name", "event.button_3", "motion timer", "one btn switch", "four btn switch 4", "voltage", "brand",
        "model", "model_id", "timestamp", "darkness",
    ]

    private static let numbers: [String: (TelemetryField, Double)] = [
        "battery": (.battery, 1), "temperature": (.temperature, 1), "humidity": (.humidity, 1),
        "pressure": (.pressure, 1), "illuminance": (.illuminance, 1), "weight": (.weight, 1),
        "mass": (.weight, 0.45359237), "energy": (.energy, 1), "power": (.activePower, 1), "pm2.5": (.particles25, 1),
        "pm25": (.particles25, 1), "pm10": (.particles10, 1), "dewpoint": (.dewPoint, 1), "dew_point": (.dewPoint, 1),
        "co2": (.carbonDioxide, 1), "carbon_dioxide": (.carbonDioxide, 1),
        "volatile_organic_compounds": (.volatileCompounds, 1), "moisture": (.soilMoisture, 1), "count": (.count, 1),
        "counter": (.count, 1), "rotation": (.rotation, 1), "distance": (.measuredDistance, 1),
        "duration": (.duration, 1), "current": (.current, 1), "speed": (.speed, 1), "uv_index": (.ultravioletIndex, 1),
        "volume": (.volume, 1), "volume flow rate": (.volumeFlowRate, 1), "volume_storage": (.volume, 1),
        "water": (.water, 1), "gas": (.gas, 1), "gyroscope": (.gyroscope, 1), "acceleration": (.acceleration, 1),
        "conductivity": (.conductivity, 1), "channel": (.channel, 1), "voltage_1": (.voltage, 1),
        "pressure present duration": (.duration, 1), "no motion time": (.duration, 1),
        "tempc": (.temperature, 1), "hum": (.humidity, 1), "lux": (.illuminance, 1), "batt": (.battery, 1),
        "formaldehyde": (.formaldehyde, 1), "voltage_": (.voltage, 1), "direction": (.direction, 1),
        "precipitation": (.precipitation, 1), "volume_flow_rate": (.volumeFlowRate, 1),
        "rotational_speed": (.rotationalSpeed, 1), "light_level": (.lightLevel, 1),
        "moi": (.soilMoisture, 1), "fer": (.conductivity, 1), "for": (.formaldehyde, 1),
    ]

    private static let flags: [String: TelemetryField] = [
        "binary": .state, "binary.generic": .state, "switch": .poweredOn, "opening": .open, "binary.opening": .open,
        "door": .open, "window": .open, "binary.window": .open, "carbon monoxide": .carbonMonoxide, "cold": .cold,
        "gas detected": .gasDetected, "heat": .hot, "light": .lightDetected, "binary.light": .lightDetected,
        "lock": .unlocked, "moisture detected": .wet, "motion": .motion, "binary.motion": .motion, "moving": .motion,
        "occupancy": .occupied, "bed occupancy": .occupied, "presence": .present, "problem": .problem,
        "running": .running, "safety": .safe, "smoke": .smoke, "sound": .sound, "toothbrush": .running, "cont": .motion,
    ]

    private static let peerFlags: [String: TelemetryField] = [
        "generic": .state, "battery": .batteryLow, "battery_charging": .batteryCharging,
        "carbon_monoxide": .carbonMonoxide, "connectivity": .connected, "garage_door": .open, "gas": .gasDetected,
        "moisture": .wet, "plug": .pluggedIn, "power": .poweredOn, "tamper": .tampered, "vibration": .vibration,
        "armed": .armed,
    ]

    private static let presses: [String: Double] = [
        "press": 1, "single press": 1, "double_press": 2, "triple_press": 3, "long press": 4, "long_press": 4,
        "left": 1,
    ]

    /// The complaints about a report; empty where all expected values are there.
    static func complaints(_ heard: Heard, _ expected: [String: Any], factor: Double = 1) -> [String] {
        expected.compactMap { name, value in
            if let (field, unit) = numbers[name], let number = value as? Double {
                // To the field's resolution, or that of the expected number.
                let wanted = number * unit * factor
                let step = (0..<field.definition.decimals).reduce(1.0) { step, _ in step / 10 }
                guard let found = heard[field] else { return "\(name): \(wanted) expected, nothing found" }
                return abs(found - wanted) <= step * 0.51 + abs(wanted) * 1e-12
                    ? nil : "\(name): \(wanted) expected, \(found) found"
            }
            if let field = flags[name], let number = value as? Double {
                return heard[field] == number ? nil : "\(name): \(number) expected, \(heard[field] as Any) found"
            }
            if name == "steps" || name == "dimmer" || name == "event.dimmer" { return turn(heard, expected) }
            if name == "button" || name == "button switch" || name.hasPrefix("event.button") {
                let kind = (value as? [String: Any])?["type"] as? String ?? value as? String ?? ""
                if name == "event.button_3" { return nil }
                return heard[.buttonEvent] == presses[kind] && heard[.buttons] ?? 0 >= 1
                    ? nil : "\(name): \(kind) expected, \(heard[.buttonEvent] as Any) found"
            }
            if name == "mac", let text = value as? String, let address = BluetoothAddress(lenient: text) {
                return heard.identity == BeaconIdentity(mac: address) ? nil : "mac: \(heard.identity as Any) found"
            }
            return ignored.contains(name) ? nil : "\(name) is not known to this test"
        }
    }

    /// Compares with what another implementation reads: rounded its way, without our bounds, and where it has two values
    /// of a field with the first.
    static func complaints(peer heard: Heard, _ expected: [String: Any]) -> [String] {
        expected.compactMap { name, value in
            guard let wanted = value as? Double, !name.hasSuffix("_2"), !name.hasSuffix("_3") else { return nil }
            let base = name.hasSuffix("_1") ? String(name.dropLast(2)) : name
            if base.hasPrefix("b.") {
                let flag = String(base.dropFirst(2))
                guard let field = peerFlags[flag] ?? flags[flag] else { return "\(name) is not known to this test" }
                return isShadowed(field, in: expected, but: name) || heard[field] == wanted ? nil : "\(name): \(wanted)"
            }
            guard let (field, unit) = base == "voltage" ? (.voltage, 1) : numbers[base] else {
                return "\(name) is not known to this test"
            }
            let power = (0..<field.definition.decimals).reduce(1.0) { power, _ in power * 10 }
            let number = (wanted * unit * power).rounded()
            // Beyond what can be: dropped here.
            guard field.definition.range.contains(Int64(number)) else { return nil }
            guard let found = heard[field] else { return "\(name): \(wanted), nothing found" }
            let tolerance = 0.51 / power + (field == .temperature ? 0.051 : 0) + abs(wanted) * 1e-6
            return abs(found - wanted) <= tolerance || isShadowed(field, in: expected, but: name)
                ? nil : "\(name): \(wanted), \(found) found"
        }
    }

    /// Whether the peer has another value that goes to the same field.
    private static func isShadowed(_ field: TelemetryField, in expected: [String: Any], but name: String) -> Bool {
        expected.keys.contains { other in
            guard other != name else { return false }
            if other.hasPrefix("b.") {
                let flag = String(other.dropFirst(2))
                return (peerFlags[flag] ?? flags[flag]) == field
            }
            return numbers[other]?.0 == field
        }
    }

    private static func turn(_ heard: Heard, _ expected: [String: Any]) -> String? {
        let event = expected["event.dimmer"] as? [String: Any]
        let steps = (event?["props"] as? [String: Any])?["steps"] as? Double ?? expected["steps"] as? Double ?? 0
        let direction = event?["type"] as? String ?? expected["dimmer"] as? String ?? ""
        let wanted = direction.contains("left") ? -steps : steps
        return heard[.dimmerSteps] == wanted ? nil : "dimmer: \(wanted) expected, \(heard[.dimmerSteps] as Any) found"
    }
}
