internal import Schema

/// ThermoBeacon (also sold as Brifit, ORIA and others): manufacturer data of 18 bytes under companies that are not
/// theirs, known by the sender's address inside; and T201, T301 under 0xaa55.
enum ThermoBeacon {
    static let companyOfT: UInt16 = 0xaa55

    /// Whether a company is one of those they use.
    static func uses(_ company: UInt16) -> Bool {
        switch company {
        case 0x0010, 0x0011, 0x0014, 0x0015, 0x0018, 0x001b, 0x0030: true
        default: false
        }
    }

    /// Reads what follows the company identifier, little-endian: button (2), address, mV, 1/16 °C, 1/16 %, s.
    static func decode(
        _ base: UnsafeRawPointer, _ count: Int, from sender: BluetoothAddress, into values: inout TelemetryValues
    ) -> SensorFrame? {
        guard count == 18 else { return nil }
        let address = BluetoothAddress(littleEndian: base + 2)
        guard address == sender, address.value != 0 else { return nil }
        values.append(.batteryMillivolts, Int64(base.little16(8)))
        let temperature = base.signedLittle16(10)
        let humidity = Int64(base.signedLittle16(12))
        values.set(.temperature, Int64(temperature) * 1_000 / 16)
        values.set(.humidity, humidity * 10_000 / 16)
        values.set(.uptime, Int64(base.little32(14)) * 10)
        return SensorFrame(.thermoBeacon, address: address)
    }

    /// Reads what follows the company 0xaa55, big-endian: 1, model, address, two bytes, 0.01 °C, 0.01 %, battery.
    static func decodeT(_ base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues) -> SensorFrame? {
        guard count >= 15, base.byte(0) == 1, base.byte(1) == 1 || base.byte(1) == 5 else { return nil }
        values.set(.temperature, Int64(base.signedBig16(10)) * 10)
        values.set(.humidity, Int64(base.big16(12)) * 100)
        values.setPercent(.battery, base.byte(14))
        return SensorFrame(.thermoBeaconT, address: BluetoothAddress(bigEndian: base + 2))
    }
}
