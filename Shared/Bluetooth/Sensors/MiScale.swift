internal import Schema

/// Xiaomi's scales: service data 0x181d (weight) and 0x181b (body composition), little-endian. A weight counts once the
/// scale says that it stands still.
enum MiScale {
    static let service: UInt16 = 0x181d
    static let compositionService: UInt16 = 0x181b

    /// Reads what follows the UUID 0x181d: flags, weight, date.
    static func decode(_ base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues) -> SensorFrame? {
        guard count == 10 else { return nil }
        let flags = base.byte(0)
        // Bit 0 pounds, bit 4 jin, bit 5 stands still.
        let unit: Unit = flags & 0x01 != 0 ? .pound : flags & 0x10 != 0 ? .jin : .kilogram
        if flags & 0x20 != 0 { values.set(.weight, unit.grams(base.little16(1))) }
        return SensorFrame(.miScale)
    }

    /// Reads what follows the UUID 0x181b: two bytes of flags, date, impedance, weight.
    static func decode(
        composition base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues
    ) -> SensorFrame? {
        guard count == 13 else { return nil }
        let flags = base.byte(1)
        let unit: Unit = base.byte(0) & 0x01 != 0 ? .pound : base.byte(0) & 0x10 != 0 ? .jin : .kilogram
        if flags & 0x20 != 0 { values.set(.weight, unit.grams(base.little16(11))) }
        let impedance = base.little16(9)
        if flags & 0x02 != 0, impedance > 0, impedance < 3_000 { values.set(.impedance, Int64(impedance) * 10) }
        return SensorFrame(.miScale)
    }

    private enum Unit {
        case kilogram, pound, jin

        /// Raw weights are in 1/200 kg, 1/100 lb and 1/100 jin (half a kilogram).
        func grams(_ raw: UInt16) -> Int64 {
            switch self {
            case .kilogram: Int64(raw) * 5
            case .pound: (Int64(raw) * 45_359_237 + 5_000_000) / 10_000_000
            case .jin: Int64(raw) * 5
            }
        }
    }
}
