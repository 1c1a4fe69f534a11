internal import Schema

/// Sensirion gadgets: manufacturer data 0x06d5, advertisement type 0, little-endian (Sensirion "BLE advertisement").
enum Sensirion {
    static let company: UInt16 = 0x06d5

    /// Reads what follows the company identifier: type, sample type, device (2), temperature, humidity, CO2.
    static func decode(_ base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues) -> SensorFrame? {
        guard count >= 8, base.byte(0) == 0 else { return nil }
        let temperature = Int64(base.little16(4)) * 175_000 / 65_535 - 45_000
        let humidity = Int64(base.little16(6))
        switch base.byte(1) {
        case 0x06:
            values.append(.temperature, temperature)
            values.set(.humidity, Swift.max(humidity * 1_250_000 / 65_535 - 60_000, 0))
        case 0x08, 0x0a:
            guard count >= 10 else { return nil }
            values.append(.temperature, temperature)
            values.set(.humidity, humidity * 1_000_000 / 65_535)
            values.append(.carbonDioxide, Int64(base.little16(8)))
        default: return nil
        }
        return SensorFrame(.sensirion)
    }
}
