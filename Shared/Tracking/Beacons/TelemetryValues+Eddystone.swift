internal import Bluetooth
internal import Schema

extension TelemetryValues {
    /// What an Eddystone TLM frame says.
    init(_ frame: EddystoneTelemetry) {
        self.init()
        if let millivolts = frame.batteryMillivolts { set(.batteryMillivolts, Int64(millivolts)) }
        if frame.rawTemperature != .min {
            set(.temperature, (Int64(frame.rawTemperature) * 1_000 + 128) >> 8)
        }
        set(.advertisements, Int64(frame.advertisements))
        set(.uptime, Int64(frame.uptimeTenths))
    }
}
