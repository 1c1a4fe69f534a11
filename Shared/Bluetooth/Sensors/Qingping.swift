internal import Schema

/// Qingping (ClearGrass): service data 0xfdcd: frame control, model, address (little-endian), then type, length, value
/// (little-endian), repeated.
enum Qingping {
    static let service: UInt16 = 0xfdcd
    private static let doorSensor: UInt8 = 0x04

    /// Reads what follows the UUID. A last value that is cut short is left out.
    static func decode(_ base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues) -> SensorFrame? {
        guard count >= 10 else { return nil }
        let model = base.byte(1)
        var offset = 8
        var numbered = false
        while count - offset >= 2 {
            let length = Int(base.byte(offset + 1))
            let value = base + offset + 2
            guard length > 0, length <= count - offset - 2 else { break }
            switch (base.byte(offset), length) {
            case (0x01, 4):
                values.set(.temperature, Int64(value.signedLittle16(0)) * 100)
                values.set(.humidity, Int64(value.little16(2)) * 1_000)
            // The top bit is not part of it.
            case (0x02, 1): values.set(.battery, Int64(value.byte(0) & 0x7f) * 100)
            case (0x04, 1): values.set(.open, value.byte(0) == 0)
            case (0x07, 2): values.set(.pressure, Int64(value.little16(0)) * 10)
            case (0x08, 4):
                values.set(.motion, value.byte(0) != 0)
                values.set(.illuminance, Int64(value.little24(1)) * 100)
            case (0x09, 4): values.set(.illuminance, Int64(value.little32(0)) * 100)
            case (0x0f, 1) where numbered && model == doorSensor: values.set(.open, value.byte(0) == 0)
            case (0x0f, 1):
                values.set(.sequence, Int64(value.byte(0)))
                numbered = true
            case (0x11, 1): values.set(.motion, value.byte(0) != 0)
            case (0x12, 4):
                if value.little16(0) != .max { values.set(.particles25, Int64(value.little16(0)) * 10) }
                if value.little16(2) != .max { values.set(.particles10, Int64(value.little16(2)) * 10) }
            case (0x13, 2): if value.little16(0) != .max { values.set(.carbonDioxide, Int64(value.little16(0))) }
            default: break
            }
            offset += 2 + length
        }
        return SensorFrame(.qingping, address: BluetoothAddress(littleEndian: base + 2))
    }
}
