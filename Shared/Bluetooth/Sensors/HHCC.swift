internal import Schema

/// HHCC flower sensors HHCCJCY10: service data 0xfd50, big-endian.
enum HHCC {
    static let service: UInt16 = 0xfd50

    /// Reads what follows the UUID: moisture, 0.1 °C, lx (3), battery, µS/cm.
    static func decode(_ base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues) -> SensorFrame? {
        guard count == 9, base.byte(0) <= 100, base.byte(6) <= 100 else { return nil }
        values.setPercent(.soilMoisture, base.byte(0))
        values.set(.temperature, Int64(base.signedBig16(1)) * 100)
        values.set(.illuminance, Int64(base.big24(3)) * 100)
        values.setPercent(.battery, base.byte(6))
        values.set(.conductivity, Int64(base.big16(7)))
        return SensorFrame(.hhcc)
    }
}
