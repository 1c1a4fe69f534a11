internal import Schema

/// iBeacons whose numbers are a measurement, and the one that all of Govee's devices send alike: taken as beacons they
/// would be another one with every tenth of a degree, or all the same.
enum DisguisedSensor {
    /// Whether an iBeacon may be one; says no to nearly all others at once.
    @inline(__always)
    static func mayBe(_ frame: IBeacon) -> Bool {
        marks >> (frame.uuidHigh & 63) & 1 != 0
    }

    /// The low six bits of the UUIDs' first halves.
    private static let marks: UInt64 = 1 << 0x1f | 1 << 0x35 | 1 << 0x04 | 1 << 0x08

    /// What it is, and what it measures; nil for a true iBeacon.
    static func examine(
        _ frame: IBeacon, in data: UnsafeRawBufferPointer, into values: inout TelemetryValues
    ) -> (kind: DeviceKind, frame: SensorFrame?)? {
        if Govee.isPretended(frame) { return (.govee, nil) }
        if let found = Tilt.decode(frame, into: &values) { return (.tilt, found) }
        if let found = Jaalee.decode(frame, battery: byteBehind(data), into: &values) { return (.jaalee, found) }
        if let found = ABTemp.decode(frame, into: &values) { return (.aprilBrother, found) }
        return nil
    }

    /// The byte behind the first iBeacon frame in the same structure.
    private static func byteBehind(_ data: UnsafeRawBufferPointer) -> UInt8? {
        for structure in ADStructures(data) where structure.type == .manufacturerData {
            return structure.value.count > 25 ? structure.value[25] : nil
        }
        return nil
    }
}
