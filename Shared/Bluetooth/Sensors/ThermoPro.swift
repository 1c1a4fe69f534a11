internal import Schema

/// ThermoPro TP35x and TP39x: manufacturer data that begins with 0xc2 and the temperature where others have their
/// company. Known by the name, or by the length and the byte at the end.
enum ThermoPro {
    /// Reads manufacturer data with what should be the company: 0xc2, 0.1 °C (2, little-endian), humidity, battery.
    static func decode(
        _ base: UnsafeRawPointer, _ count: Int, name: UnsafeRawBufferPointer?, into values: inout TelemetryValues
    ) -> SensorFrame? {
        guard count == 6 || count == 7, base.byte(0) == 0xc2 else { return nil }
        guard name?.hasPrefix("TP3") ?? (count == 6 && base.byte(5) == 0x2c) else { return nil }
        let temperature = Int64(base.signedLittle16(1)) * 100
        guard (-50_000...100_000).contains(temperature), base.byte(3) <= 100 else { return nil }
        values.append(.temperature, temperature)
        values.setPercent(.humidity, base.byte(3))
        // The battery's two bits: 0 is low.
        values.append(.batteryLow, base.byte(4) & 3 == 0)
        return SensorFrame(.thermoPro)
    }
}
