internal import Schema

/// Inkbird: thermometers whose manufacturer data begins with the temperature where others have their company, known by
/// the check sum (CRC-16 of Modbus), and iBBQ thermometers with probes under company 0.
enum Inkbird {
    /// Reads manufacturer data with what should be the company: 9 bytes, little-endian.
    static func decode(_ base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues) -> SensorFrame? {
        guard count == 9, base.little16(5) == checkSum(base, 5) else { return nil }
        values.append(.temperature, Int64(base.signedLittle16(0)) * 10)
        // 0: a model without hygrometer.
        let humidity = base.little16(2)
        if humidity != 0 { values.set(.humidity, Int64(humidity) * 100) }
        values.setPercent(.battery, base.byte(7))
        return SensorFrame(.inkbird)
    }

    /// Reads what follows company 0: two bytes, address, a temperature for each probe in 0.1 °C; below zero = no probe.
    static func decode(
        probes base: UnsafeRawPointer, _ count: Int, from sender: BluetoothAddress, into values: inout TelemetryValues
    ) -> SensorFrame? {
        guard count == 10 || count == 12 || count == 16 || count == 20, base.little16(0) == 0 else { return nil }
        let address = BluetoothAddress(bigEndian: base + 2)
        guard address == sender, address.value != 0 else { return nil }
        for probe in 0..<(count - 8) / 2 {
            let raw = base.signedLittle16(8 + 2 * probe)
            guard raw >= 0, let field = TelemetryField(probe: probe + 1) else { continue }
            values.set(field, Int64(raw) * 100)
        }
        return SensorFrame(.inkbirdProbes, address: address)
    }

    private static func checkSum(_ base: UnsafeRawPointer, _ count: Int) -> UInt16 {
        var sum: UInt16 = 0xffff
        for index in 0..<count {
            sum ^= UInt16(base.byte(index))
            for _ in 0..<8 { sum = sum & 1 != 0 ? sum >> 1 ^ 0xa001 : sum >> 1 }
        }
        return sum
    }
}
