internal import Schema

/// Jaalee JHT: service data 0xf525 and 0xf51c, big-endian, and an iBeacon whose major and minor are the measurement.
enum Jaalee {
    static let service: UInt16 = 0xf525
    static let otherService: UInt16 = 0xf51c

    /// Reads what follows the UUID: battery, address (little-endian), perhaps a byte, temperature, humidity.
    static func decode(_ base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues) -> SensorFrame? {
        guard count == 11 || count == 12 else { return nil }
        values.setPercent(.battery, base.byte(0))
        setClimate(base.big16(count - 4), base.big16(count - 2), into: &values)
        return SensorFrame(.jaalee, address: BluetoothAddress(littleEndian: base + 1))
    }

    /// UUID of the iBeacon, first half.
    static let uuidHigh: UInt64 = 0xebef_d083_70a2_47c8
    private static let uuidLow: UInt64 = 0x9837_e7b5_634d_f525

    /// Reads the iBeacon; the battery is the byte behind it, which not all have.
    static func decode(_ frame: IBeacon, battery: UInt8?, into values: inout TelemetryValues) -> SensorFrame? {
        guard frame.uuidHigh == uuidHigh, frame.uuidLow == uuidLow else { return nil }
        if let battery { values.setPercent(.battery, battery) }
        setClimate(frame.major, frame.minor, into: &values)
        return SensorFrame(.jaalee)
    }

    private static func setClimate(_ temperature: UInt16, _ humidity: UInt16, into values: inout TelemetryValues) {
        values.append(.temperature, Int64(temperature) * 175_000 / 65_535 - 45_000)
        values.set(.humidity, Int64(humidity) * 1_000_000 / 65_535)
    }
}
