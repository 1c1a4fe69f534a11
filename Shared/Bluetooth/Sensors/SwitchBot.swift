internal import Schema

/// SwitchBot: service data 0xfd3d (0x0d00 in older firmwares), whose first byte is the model, and the manufacturer data
/// 0x0969 of the meters. The bit above seven of battery and humidity means something else.
enum SwitchBot {
    static let service: UInt16 = 0xfd3d
    static let oldService: UInt16 = 0x0d00
    static let company: UInt16 = 0x0969

    /// The models whose manufacturer data is a meter's: meter, meter plus, outdoor meter, meter pro, meter pro CO2.
    static func isMeter(_ model: UInt8) -> Bool {
        switch model & 0x7f {
        case 0x54, 0x69, 0x77, 0x34, 0x35: true
        default: false
        }
    }

    /// Reads what follows the UUID.
    static func decode(_ base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues) -> SensorFrame? {
        guard count >= 3 else { return nil }
        let battery = base.byte(2) & 0x7f
        switch base.byte(0) & 0x7f {
        case 0x54, 0x69:
            values.setPercent(.battery, battery)
            if count >= 6 { setClimate(base + 3, into: &values) }
            return SensorFrame(.switchBotMeter)
        case 0x77, 0x34, 0x35:
            values.setPercent(.battery, battery)
            return SensorFrame(.switchBotMeter)
        case 0x73 where count >= 6:
            values.setPercent(.battery, battery)
            values.append(.motion, base.byte(1) & 0x40 != 0)
            let light = base.byte(5) & 3
            if light == 1 || light == 2 { values.append(.lightDetected, light == 2) }
            return SensorFrame(.switchBotSensor)
        case 0x64 where count >= 9:
            values.setPercent(.battery, battery)
            values.append(.motion, base.byte(1) & 0x40 != 0)
            values.append(.lightDetected, base.byte(3) & 1 != 0)
            // 0 closed, 1 open, 2 left open.
            let contact = base.byte(3) >> 1 & 3
            if contact < 3 { values.append(.open, contact != 0) }
            values.append(.buttons, Int64(base.byte(8) & 0x0f))
            return SensorFrame(.switchBotSensor)
        case 0x48, 0x63, 0x7b:
            // A bot and two curtains: the battery alone.
            values.setPercent(.battery, battery)
            return SensorFrame(.switchBotSensor)
        default: return nil
        }
    }

    /// Reads what follows the company identifier, of an address known to be a meter's: its contact sensors send as much
    /// of something else.
    static func decode(
        manufacturer base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues
    ) -> SensorFrame? {
        guard count >= 11 else { return nil }
        setClimate(base + 8, into: &values)
        return SensorFrame(.switchBotMeter, address: BluetoothAddress(bigEndian: base))
    }

    /// Tenths, whole degrees with a bit for "not below zero", humidity.
    private static func setClimate(_ base: UnsafeRawPointer, into values: inout TelemetryValues) {
        let tenths = Int64(base.byte(0) & 0x0f)
        guard tenths < 10 else { return }
        let temperature = Int64(base.byte(1) & 0x7f) * 1_000 + tenths * 100
        values.append(.temperature, base.byte(1) & 0x80 != 0 ? temperature : -temperature)
        values.setPercent(.humidity, base.byte(2) & 0x7f)
    }
}
