internal import Schema

/// Blue Maestro Tempo Disc: manufacturer data 0x0133, versions 22 and 23, big-endian.
enum BlueMaestro {
    static let company: UInt16 = 0x0133

    /// Reads what follows the company identifier: version, battery, interval (2), number (2), 0.1 °C, 0.1 %, 0.1 °C.
    static func decode(_ base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues) -> SensorFrame? {
        guard count >= 12, base.byte(0) == 22 || base.byte(0) == 23 else { return nil }
        values.setPercent(.battery, base.byte(1))
        values.append(.sequence, Int64(base.big16(4)))
        values.set(.temperature, Int64(base.signedBig16(6)) * 100)
        values.set(.humidity, Int64(base.big16(8)) * 1_000)
        values.set(.dewPoint, Int64(base.signedBig16(10)) * 10)
        return SensorFrame(.blueMaestro)
    }
}
