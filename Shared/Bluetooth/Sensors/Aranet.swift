internal import Schema

/// Aranet4: manufacturer data 0x0702 while "smart home integration" is on, little-endian.
enum Aranet {
    static let company: UInt16 = 0x0702

    /// Reads what follows the company identifier: flags, version and four more bytes, then the measurement.
    static func decode(_ base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues) -> SensorFrame? {
        // Bit 5: the integration is on.
        guard count == 22, base.byte(0) & 0x20 != 0 else { return nil }
        // The top bit of each number says that it is not valid.
        let (dioxide, temperature, pressure) = (base.little16(8), base.little16(10), base.little16(12))
        if dioxide < 0x8000 { values.append(.carbonDioxide, Int64(dioxide)) }
        if temperature < 0x4000 { values.append(.temperature, Int64(temperature) * 50) }
        if pressure < 0x8000 { values.set(.pressure, Int64(pressure) * 10) }
        values.setPercent(.humidity, base.byte(14))
        values.setPercent(.battery, base.byte(15))
        values.append(.sequence, Int64(base.byte(21)))
        return SensorFrame(.aranet4)
    }
}
