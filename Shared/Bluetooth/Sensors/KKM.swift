internal import Schema

/// KKM beacons: frame type 0x21 under Eddystone's UUID: version 1, a mask of what follows, big-endian.
enum KKM {
    /// Reads what follows the UUID 0xfeaa.
    static func decode(_ base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues) -> SensorFrame? {
        guard count >= 3, base.byte(0) == 0x21, base.byte(1) == 0x01 else { return nil }
        let mask = base.byte(2)
        var offset = 3
        let lengths = [2, 2, 2, 6] as InlineArray<4, Int>
        var needed = offset
        for bit in 0..<4 where mask & 1 << bit != 0 { needed += lengths[bit] }
        guard count >= needed, mask & 0x0f != 0 else { return nil }
        if mask & 1 != 0 {
            values.append(.batteryMillivolts, Int64(base.big16(offset)))
            offset += 2
        }
        if mask & 2 != 0 {
            values.setFixed(.temperature, base.signedBig16(offset))
            offset += 2
        }
        if mask & 4 != 0 {
            values.setFixed(.humidity, base.signedBig16(offset))
            offset += 2
        }
        // Some send acceleration without its bit in the mask.
        if mask & 8 != 0 || count == offset + 6 {
            values.append(.accelerationX, Int64(base.signedBig16(offset)))
            values.append(.accelerationY, Int64(base.signedBig16(offset + 2)))
            values.append(.accelerationZ, Int64(base.signedBig16(offset + 4)))
        }
        return SensorFrame(.kkm)
    }
}
