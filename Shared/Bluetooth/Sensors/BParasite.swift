internal import Schema

/// b-parasite soil sensors: service data 0x181a, version in the high nibble of the first byte, bit 0 = light follows;
/// big-endian (b-parasite "BLE encoding", protocol versions 1 and 2).
enum BParasite {
    /// Reads what follows the UUID: 16 bytes, or 18 with illuminance.
    static func decode(_ base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues) -> SensorFrame? {
        guard count == 16 || count == 18 else { return nil }
        let version = base.byte(0) >> 4
        guard version == 1 || version == 2 else { return nil }
        values.append(.sequence, Int64(base.byte(1) & 0x0f))
        values.append(.batteryMillivolts, Int64(base.big16(2)))
        // Thousandths of a degree first, hundredths and signed from version 2 on.
        values.append(.temperature, version == 1 ? Int64(base.big16(4)) : Int64(base.signedBig16(4)) * 10)
        values.set(.humidity, Int64(base.big16(6)) * 1_000_000 / 65_535)
        values.set(.soilMoisture, Int64(base.big16(8)) * 10_000 / 65_535)
        if count == 18, base.byte(0) & 1 != 0 { values.set(.illuminance, Int64(base.big16(16)) * 100) }
        return SensorFrame(.bParasite, address: BluetoothAddress(bigEndian: base + 10))
    }
}
