internal import Schema

/// Estimote: service data 0xfe9a (telemetry A and B, little-endian; Estimote's published specification) and the
/// stickers' manufacturer data 0x015d ("nearable"). Their identifier is not an address.
enum Estimote {
    static let service: UInt16 = 0xfe9a
    static let company: UInt16 = 0x015d

    /// Reads what follows the UUID: type 2 is telemetry, version in the high nibble, identifier (8), subframe.
    static func decode(_ base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues) -> SensorFrame? {
        guard count >= 20, base.byte(0) & 0x0f == 2, base.byte(0) >> 4 <= 2 else { return nil }
        switch base.byte(9) & 3 {
        case 0: decodeA(base, into: &values)
        case 1: decodeB(base, into: &values)
        default: return nil
        }
        return SensorFrame(.estimoteTelemetry)
    }

    /// Acceleration in 2/127 g, how long the state of motion lasts, pressure in 1/256 Pa from version 2 on.
    private static func decodeA(_ base: UnsafeRawPointer, into values: inout TelemetryValues) {
        values.set(.accelerationX, Int64(base.signedByte(10)) * 2_000 / 127)
        values.set(.accelerationY, Int64(base.signedByte(11)) * 2_000 / 127)
        values.set(.accelerationZ, Int64(base.signedByte(12)) * 2_000 / 127)
        values.append(.motion, base.byte(15) & 3 == 1)
        values.set(.duration, seconds(base.byte(14)) * 1_000)
        let pressure = base.little32(16)
        if base.byte(0) >> 4 == 2, pressure != .max { values.set(.pressure, Int64(pressure) / 256) }
    }

    private static func decodeB(_ base: UnsafeRawPointer, into values: inout TelemetryValues) {
        let light = base.byte(13)
        if light != 0xff { values.set(.illuminance, (Int64(1) << Int64(light >> 4)) * Int64(light & 15) * 72) }
        let uptime = Int64(base.byte(14)) | Int64(base.byte(15) & 0x0f) << 8
        let units: [Int64] = [1, 60, 3_600, 86_400]
        values.set(.uptime, uptime * units[Int(base.byte(15) >> 4 & 3)] * 10)
        let temperature = UInt16(base.byte(17) & 3) << 10 | UInt16(base.byte(16)) << 2 | UInt16(base.byte(15) >> 6)
        if temperature != 0x800 { values.append(.temperature, sixteenths(temperature)) }
        let battery = UInt16(base.byte(18)) << 6 | UInt16(base.byte(17) >> 2)
        if battery != 0x3fff { values.append(.batteryMillivolts, Int64(battery)) }
        if base.byte(19) != 0xff { values.setPercent(.battery, base.byte(19)) }
    }

    /// Reads what follows the company identifier: type 1, identifier (8), hardware, firmware, 12 bits of temperature,
    /// flags, acceleration in 1/64 g.
    static func decode(
        manufacturer base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues
    ) -> SensorFrame? {
        guard count >= 17, base.byte(0) == 1 else { return nil }
        values.append(.temperature, sixteenths(base.little16(11) & 0x0fff))
        values.append(.motion, base.byte(13) & 0x40 != 0)
        values.set(.accelerationX, Int64(base.signedByte(14)) * 1_000 / 64)
        values.set(.accelerationY, Int64(base.signedByte(15)) * 1_000 / 64)
        values.set(.accelerationZ, Int64(base.signedByte(16)) * 1_000 / 64)
        return SensorFrame(.estimoteNearable)
    }

    /// 12 bits, signed, 1/16 °C, in 1/1000 °C.
    private static func sixteenths(_ raw: UInt16) -> Int64 {
        Int64(Int16(bitPattern: raw << 4)) * 1_000 / 256
    }

    /// A number in the low six bits, its unit in the two above: s, min, h, d; days from 32 on are weeks.
    private static func seconds(_ raw: UInt8) -> Int64 {
        let number = Int64(raw & 0x3f)
        switch raw >> 6 {
        case 0: return number
        case 1: return number * 60
        case 2: return number * 3_600
        default: return (number < 32 ? number : (number - 32) * 7) * 86_400
        }
    }
}
