internal import Schema

/// April Brother ABTemp: an iBeacon whose minor is battery and °C.
enum ABTemp {
    /// Reads the iBeacon.
    static func decode(_ frame: IBeacon, into values: inout TelemetryValues) -> SensorFrame? {
        guard frame.uuidHigh == 0xb5b1_82c7_eab1_4988, frame.uuidLow == 0xaa99_b5c1_5170_08d9 else { return nil }
        values.setPercent(.battery, UInt8(frame.minor >> 8))
        values.set(.temperature, Int64(Int8(truncatingIfNeeded: frame.minor)) * 1_000)
        return SensorFrame(.abTemp)
    }
}
