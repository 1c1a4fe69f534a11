internal import Schema

/// Service data that holds the value of a characteristic of the Bluetooth SIG's own as it is (GATT Specification
/// Supplement), little-endian.
enum GATTData {
    /// Reads what follows the UUID.
    static func decode(
        _ uuid: UInt16, _ base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues
    ) -> SensorFrame? {
        switch (uuid, count) {
        case (0x180f, 1), (0x2a19, 1): values.setPercent(.battery, base.byte(0))
        case (0x2a07, 1): values.set(.transmitPower, Int64(base.signedByte(0)))
        case (0x2a6e, 2):
            if base.signedLittle16(0) != .min { values.set(.temperature, Int64(base.signedLittle16(0)) * 10) }
        case (0x2a6f, 2):
            if base.little16(0) != .max { values.set(.humidity, Int64(base.little16(0)) * 100) }
        case (0x2a6d, 4): values.set(.pressure, Int64(base.little32(0)) / 10)
        case (0x2afb, 3): if base.little24(0) != 0xff_ffff { values.set(.illuminance, Int64(base.little24(0))) }
        default: return nil
        }
        return SensorFrame(.gatt)
    }

    /// Whether the device is a sensor for that, and not merely something with a battery.
    static func isSensor(_ uuid: UInt16) -> Bool {
        uuid == 0x2a6e || uuid == 0x2a6f || uuid == 0x2a6d || uuid == 0x2afb
    }
}
