public import Schema

extension TelemetryValues {
    /// Notes what an Eddystone TLM frame says.
    public mutating func set(_ frame: EddystoneTelemetry) {
        if let millivolts = frame.batteryMillivolts { set(.batteryMillivolts, Int64(millivolts)) }
        if frame.rawTemperature != .min {
            set(.temperature, (Int64(frame.rawTemperature) * 1_000 + 128) >> 8)
        }
        set(.advertisements, Int64(frame.advertisements))
        set(.uptime, Int64(frame.uptimeTenths))
    }
}
