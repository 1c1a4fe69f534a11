internal import Schema

/// iBeacons whose numbers are a measurement: taken as beacons they would be another one with every tenth of a degree. Govee's
/// devices send one and the same beside their measurement; there the measurement tells them apart.
enum DisguisedSensor {
    /// Whether an iBeacon may be one of these; says no to nearly all others at once.
    @inline(__always)
    static func mayBe(_ frame: IBeacon) -> Bool {
        marks >> (frame.uuidHigh & 63) & 1 != 0
    }

    /// The low six bits of the UUIDs' first halves.
    private static let marks: UInt64 = 1 << 0x04 | 1 << 0x08

    /// What it measures; nil for a true iBeacon.
    static func examine(
        _ frame: IBeacon, in data: UnsafeRawBufferPointer, into values: inout TelemetryValues
    ) -> SensorFrame? {
        Tilt.decode(frame, into: &values) ?? Jaalee.decode(frame, battery: byteBehind(data), into: &values)
            ?? ABTemp.decode(frame, into: &values)
    }

    /// The byte behind the first iBeacon frame in the same structure.
    private static func byteBehind(_ data: UnsafeRawBufferPointer) -> UInt8? {
        for structure in ADStructures(data) where structure.type == .manufacturerData {
            return structure.value.count > 25 ? structure.value[25] : nil
        }
        return nil
    }
}
