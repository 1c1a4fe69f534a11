internal import Schema

/// Minew beacons: service data 0xffe1, numbers signed 8.8 big-endian, addresses little-endian; and the manufacturer
/// data of company 0x0639 of the newer ones.
enum Minew {
    static let service: UInt16 = 0xffe1
    static let company: UInt16 = 0x0639

    /// Reads what follows the UUID: 0xa1, the frame's kind, the battery, then the kind's own fields.
    static func decode(_ base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues) -> SensorFrame? {
        guard count >= 9, base.byte(0) == 0xa1 else { return nil }
        switch base.byte(1) {
        case 0x01:
            guard count == 13 else { return nil }
            values.setPercent(.battery, base.byte(2))
            values.setFixed(.temperature, base.signedBig16(3))
            values.setFixed(.humidity, base.signedBig16(5))
            return SensorFrame(.minewSensor, address: BluetoothAddress(littleEndian: base + 7))
        case 0x02:
            guard count == 10 else { return nil }
            values.setPercent(.battery, base.byte(2))
            values.append(.lightDetected, base.byte(3) & 1 != 0)
            return SensorFrame(.minewSensor, address: BluetoothAddress(littleEndian: base + 4))
        case 0x03:
            guard count == 15 else { return nil }
            values.setPercent(.battery, base.byte(2))
            values.setFixed(.accelerationX, base.signedBig16(3))
            values.setFixed(.accelerationY, base.signedBig16(5))
            values.setFixed(.accelerationZ, base.signedBig16(7))
            return SensorFrame(.minewSensor, address: BluetoothAddress(littleEndian: base + 9))
        case 0x08:
            values.setPercent(.battery, base.byte(2))
            return SensorFrame(.minewInfo, address: BluetoothAddress(littleEndian: base + 3))
        default: return nil
        }
    }

    /// Reads what follows the company identifier.
    static func decode(
        manufacturer base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues
    ) -> SensorFrame? {
        guard count >= 2 else { return nil }
        switch (base.byte(0), base.byte(1)) {
        case (0xa3, 0x03) where count == 16:
            values.setPercent(.battery, base.byte(2))
            values.setFixed(.temperature, base.signedBig16(3))
            values.setFixed(.humidity, base.signedBig16(5))
            return SensorFrame(.minewManufacturer, address: BluetoothAddress(littleEndian: base + 7))
        case (0xa4, 0x01) where count == 15:
            values.setPercent(.battery, base.byte(2))
            values.append(.open, base.byte(3) != 0)
            values.append(.tampered, base.byte(4) != 0)
            return SensorFrame(.minewManufacturer, address: BluetoothAddress(littleEndian: base + 7))
        case (0xca, 0x00) where count == 24:
            values.setPercent(.battery, base.byte(8))
            return SensorFrame(.minewManufacturer, address: BluetoothAddress(littleEndian: base + 2))
        case (0xca, 0x05) where count == 24:
            values.setFixed(.temperature, base.signedBig16(5))
            // Bit 1: a thermometer without hygrometer.
            if base.byte(3) & 0x02 == 0 { values.setFixed(.humidity, base.signedBig16(7)) }
            return SensorFrame(.minewManufacturer)
        default: return nil
        }
    }
}
