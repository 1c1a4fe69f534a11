import Foundation
import Schema

@testable import Bluetooth

/// What the names mean that the sources of the collected payloads use.
enum VectorNames {
    struct Meaning {
        var field: TelemetryField
        var factor = 1.0
        var tolerance = 0.0
    }

    /// Names of measurements, the factor from the source's unit to ours, and how far the source rounds.
    static let meanings: [String: Meaning] = [
        "temperature": .init(field: .temperature, tolerance: 0.006),
        "tempc": .init(field: .temperature, tolerance: 0.011),
        "humidity": .init(field: .humidity, tolerance: 0.006), "hum": .init(field: .humidity, tolerance: 0.011),
        "battery": .init(field: .battery), "batt": .init(field: .battery), "battery_level": .init(field: .battery),
        "voltage": .init(field: .batteryMillivolts, factor: 1_000),
        "volt": .init(field: .batteryMillivolts, factor: 1_000),
        "battery_v": .init(field: .batteryMillivolts, factor: 1_000),
        "pressure": .init(field: .pressure), "pres": .init(field: .pressure),
        "pressure_pa": .init(field: .pressure, factor: 0.01),
        "co2": .init(field: .carbonDioxide), "pm2.5": .init(field: .particles25), "pm25": .init(field: .particles25),
        "pm10": .init(field: .particles10),
        "illuminance": .init(field: .illuminance), "lux": .init(field: .illuminance),
        "ambient_light": .init(field: .illuminance),
        "moisture": .init(field: .soilMoisture, tolerance: 0.01), "moi": .init(field: .soilMoisture, tolerance: 0.01),
        "conductivity": .init(field: .conductivity), "fer": .init(field: .conductivity),
        "dewpoint": .init(field: .dewPoint), "tempc2_dp": .init(field: .dewPoint),
        "movement": .init(field: .motions), "sequence": .init(field: .sequence), "packet": .init(field: .sequence),
        "tx power": .init(field: .transmitPower), "tx_power": .init(field: .transmitPower),
        "acceleration x": .init(field: .accelerationX, factor: 0.001),
        "acceleration y": .init(field: .accelerationY, factor: 0.001),
        "acceleration z": .init(field: .accelerationZ, factor: 0.001),
        "accx": .init(field: .accelerationX, factor: 0.001), "accy": .init(field: .accelerationY, factor: 0.001),
        "accz": .init(field: .accelerationZ, factor: 0.001),
        "motion": .init(field: .motion), "is_moving": .init(field: .motion), "open": .init(field: .open),
        "weight": .init(field: .weight), "impedance": .init(field: .impedance), "uptime": .init(field: .uptime),
        "gravity": .init(field: .gravity), "battery low": .init(field: .batteryLow),
        "push_ct": .init(field: .buttons), "current_motion_state": .init(field: .duration),
        "temperature probe 1": .init(field: .probe1), "temperature probe 2": .init(field: .probe2),
        "temperature probe 3": .init(field: .probe3), "temperature probe 4": .init(field: .probe4),
    ]

    /// Names that say who made it, which it is, or what is decoded elsewhere.
    static let descriptions: Set<String> = [
        "type", "mac", "rssi", "firmware", "brand", "model", "model_id", "cont", "manufacturer", "uuid", "major",
        "minor",
        "measured power", "identifier", "protocol_version", "firmware_version", "hardware_version", "name", "unique_id",
        "fw", "channel", "flags", "encr", "cipher", "ctr", "mic", "kinds", "ad", "mfid", "txpower", "color", "marked",
        "weighing_mode", "unit", "ctrl", "mode", "state", "device", "sensor id", "prmac", "tempf2_dp",
        "has_clock_error", "has_firmware_error", "previous_motion_state", "magnetic_field",
        // Of SwitchBot's: how it is set up, and where a curtain stands.
        "led", "scopetested", "sensingdistance", "in_ct", "out_ct", "position", "calibrated", "moving", "extprobe",
        // Weight while it still moves.
        "non-stabilized weight", "stabilized", "weight unit", "weight removed",
        // Computed by the source from the axes.
        "acceleration",
    ]

    /// Names whose values are words.
    static func special(_ key: String, _ value: Any) -> CollectedVector.Expectation? {
        switch (key, value as? String) {
        case ("contact", let word?): .init(key: key, field: .open, value: word == "closed" ? 0 : 1)
        case ("lightlevel", "bright"?): .init(key: key, field: .lightDetected, value: 1)
        case ("lightlevel", "dark"?): .init(key: key, field: .lightDetected, value: 0)
        default: nil
        }
    }
}

/// What observers call the kinds of devices.
enum ObservedKinds {
    static let kinds: [String: DeviceKind] = [
        "AirPlayTarget": .appleAirPlayTarget, "Handoff": .appleHandoff, "NearbyInfo": .appleNearbyInfo,
        "NearbyAction": .appleNearbyAction, "FindMy": .appleFindMy, "ProxPair": .appleProximityPairing,
        "Microsoft": .microsoftDevice, "Tile": .tile, "Samsung": .samsung, "Google": .google, "GoogleMfr": .google,
    ]
}
