internal import Schema

/// Govee's thermometers and hygrometers: manufacturer data under several company identifiers, told apart by length, and
/// where two models share one, by the name.
enum Govee {
    /// Reads H5051, H5052, H5071, H5072, H5074 and H5075: what follows the company 0xec88.
    static func decode(_ base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues) -> SensorFrame? {
        switch count {
        case 6:
            return packed(base + 1, battery: base.byte(4), into: &values)
        case 7, 9:
            let temperature = base.signedLittle16(1)
            let humidity = base.little16(3)
            guard isPlausible(Int64(temperature) * 10, Int64(humidity) * 100) else { return nil }
            values.append(.temperature, Int64(temperature) * 10)
            values.set(.humidity, Int64(humidity) * 100)
            values.setPercent(.battery, base.byte(5))
            return SensorFrame(.goveeThermometer)
        default: return nil
        }
    }

    /// Reads H5179: what follows the company 0x8801.
    static func decode5179(_ base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues) -> SensorFrame? {
        guard count == 9, base.byte(0) == 0xec else { return nil }
        let temperature = base.signedLittle16(4)
        let humidity = base.little16(6)
        guard isPlausible(Int64(temperature) * 10, Int64(humidity) * 100) else { return nil }
        values.append(.temperature, Int64(temperature) * 10)
        values.set(.humidity, Int64(humidity) * 100)
        values.setPercent(.battery, base.byte(8))
        return SensorFrame(.goveeThermometer)
    }

    /// Reads H5100 to H5106, H5108, H5174, H5177 and H5178: what follows the company 0x0001, which is not theirs.
    /// `sender` is the address of an H5178's own sensor; its outdoor sensor is known by the next one.
    static func decode510x(
        _ base: UnsafeRawPointer, _ count: Int, name: UnsafeRawBufferPointer?, from sender: BluetoothAddress?,
        into values: inout TelemetryValues
    ) -> SensorFrame? {
        guard count >= 6, base.byte(0) == 0x01, base.byte(1) == 0x01 else { return nil }
        // Some firmwares append Apple's bytes of their pretended iBeacon.
        switch count {
        case 6, 31:
            if isNamed(name, "GVH5106") { return airQuality(base + 2, into: &values) }
            return packed(base + 2, battery: base.byte(5), into: &values) ?? airQuality(base + 2, into: &values)
        case 9 where base.byte(2) <= 1:
            guard var frame = packed(base + 3, battery: base.byte(6), into: &values) else { return nil }
            if base.byte(2) == 1, let sender { frame.address = BluetoothAddress(truncating: sender.value &+ 1) }
            return frame
        default: return nil
        }
    }

    /// Reads H5182, H5183 and H5184, thermometers with probes: manufacturer data with what should be the company, but is
    /// the end of an address; a probe takes 7 bytes: state, 0.01 °C, alarm (2), two more.
    static func decodeProbes(
        _ base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues
    ) -> SensorFrame? {
        guard count >= 14, base.big32(3) == 0x0100_0101, base.byte(7) == 0xe4 else { return nil }
        let first = base.signedBig16(10)
        if first != -1 { values.set(.probe1, Int64(first) * 10) }
        // One with a single probe fills up with zeroes.
        if count >= 17, base.byte(8) != 0, base.signedBig16(15) != -1 {
            values.set(.probe2, Int64(base.signedBig16(15)) * 10)
        }
        return SensorFrame(.goveeProbes)
    }

    /// 24 bits: the sign, then temperature in tenths of °C × 1,000 + humidity in tenths of per cent.
    private static func packed(
        _ base: UnsafeRawPointer, battery: UInt8, into values: inout TelemetryValues
    ) -> SensorFrame? {
        let raw = base.big24(0)
        let number = Int64(raw & 0x7f_ffff)
        let temperature = number / 1_000 * 100
        let humidity = number % 1_000 * 1_000
        guard raw != 0xff_ffff, battery & 0x7f <= 100, battery < 0x80 || battery == 0xff else { return nil }
        guard isPlausible(temperature, humidity) else { return nil }
        values.append(.temperature, raw & 0x80_0000 == 0 ? temperature : -temperature)
        values.set(.humidity, humidity)
        values.setPercent(.battery, battery)
        return SensorFrame(.goveeThermometer)
    }

    /// 32 bits: the sign, then three decimal numbers of three digits: tenths of °C, tenths of per cent, µg/m³.
    private static func airQuality(_ base: UnsafeRawPointer, into values: inout TelemetryValues) -> SensorFrame? {
        let raw = base.big32(0)
        let number = Int64(raw & 0x7fff_ffff)
        let temperature = number / 1_000_000 * 100
        let humidity = number / 1_000 % 1_000 * 1_000
        guard raw != .max, isPlausible(temperature, humidity) else { return nil }
        values.append(.temperature, raw >> 31 == 0 ? temperature : -temperature)
        values.set(.humidity, humidity)
        values.set(.particles25, number % 1_000 * 10)
        return SensorFrame(.goveeAirQuality)
    }

    /// What these devices can measure: −40…80 °C, 0…100 %.
    private static func isPlausible(_ temperature: Int64, _ humidity: Int64) -> Bool {
        (-40_000...80_000).contains(temperature) && (0...1_000_000).contains(humidity)
    }

    private static func isNamed(_ name: UnsafeRawBufferPointer?, _ prefix: StaticString) -> Bool {
        name?.hasPrefix(prefix) ?? false
    }

    /// Whether an iBeacon is the one that all of Govee's devices send alike ("INTELLI_ROCKS", in some firmwares with a few
    /// other bytes behind "INTELLI").
    static func isAddition(_ frame: IBeacon) -> Bool { frame.uuidHigh >> 8 == 0x49_4e54_454c_4c49 }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes begin with a text.
    func hasPrefix(_ text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount where self[index] != text.utf8Start[index] { return false }
        return true
    }
}
