internal import Schema

/// Thermometers with the firmwares of atc1441 and pvvx: service data 0x181a, told apart by their length.
enum ATC {
    static let service: UInt16 = 0x181a

    /// Reads what follows the UUID: 13 bytes big-endian (atc1441) or 15 little-endian (pvvx).
    static func decode(_ base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues) -> SensorFrame? {
        switch count {
        case 13:
            values.set(.temperature, Int64(base.signedBig16(6)) * 100)
            values.setPercent(.humidity, base.byte(8))
            values.setPercent(.battery, base.byte(9))
            values.append(.batteryMillivolts, Int64(base.big16(10)))
            values.append(.sequence, Int64(base.byte(12)))
            return SensorFrame(.atc1441, address: BluetoothAddress(bigEndian: base))
        case 15:
            values.append(.temperature, Int64(base.signedLittle16(6)) * 10)
            values.set(.humidity, Int64(base.little16(8)) * 100)
            values.append(.batteryMillivolts, Int64(base.little16(10)))
            values.setPercent(.battery, base.byte(12))
            values.append(.sequence, Int64(base.byte(13)))
            return SensorFrame(.pvvx, address: BluetoothAddress(littleEndian: base))
        default: return nil
        }
    }
}
