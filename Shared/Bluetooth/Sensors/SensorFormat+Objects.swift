internal import Schema

// Formats that are lists of objects say whatever the device measures.
extension SensorFormat {
    /// What objects of BTHome may say.
    static let btHomeFields: [TelemetryField] = [
        .battery, .temperature, .humidity, .dewPoint, .pressure, .illuminance, .weight, .count, .energy, .activePower,
        .voltage, .current, .particles25, .particles10, .carbonDioxide, .volatileCompounds, .soilMoisture,
        .conductivity, .duration, .rotation, .direction, .measuredDistance, .speed, .acceleration, .gyroscope,
        .rotationalSpeed, .ultravioletIndex, .lightLevel, .precipitation, .volume, .volumeFlowRate, .water, .gas,
        .channel, .timestamp, .button,
        .buttonEvent, .dimmerSteps, .open, .motion, .occupied, .present, .lightDetected, .smoke, .gasDetected,
        .carbonMonoxide, .wet,
        .vibration, .tampered, .unlocked, .sound, .pluggedIn, .poweredOn, .problem, .running, .safe, .cold, .hot,
        .batteryLow, .batteryCharging, .connected, .state,
    ]

    /// What objects of MiBeacon may say.
    static let miBeaconFields: [TelemetryField] = [
        .battery, .temperature, .humidity, .illuminance, .soilMoisture, .conductivity, .formaldehyde, .weight,
        .impedance, .heartRate, .consumable, .score, .count, .duration, .motion, .occupied, .open, .leftOpen,
        .lightDetected,
        .wet, .smoke, .tampered, .unlocked, .armed, .poweredOn, .running, .problem, .batteryLow, .batteryCharging,
        .button,
        .buttonEvent, .dimmerSteps,
    ]
}
