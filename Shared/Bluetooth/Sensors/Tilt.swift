internal import Schema

/// Tilt hydrometers: an iBeacon whose UUID tells the colour, whose major is °F and whose minor is the specific gravity.
/// The larger model ("Pro") sends tenths and ten-thousandths.
enum Tilt {
    private static let uuidHigh: UInt64 = 0xa495_bb00_c5b1_4b44
    private static let uuidLow: UInt64 = 0xb512_1370_f02d_74de

    /// Whether the UUID's first half is one of the eight.
    static func has(_ high: UInt64) -> Bool {
        // The colour is the high nibble of the fourth byte, 1…8.
        let colour = high >> 36 & 0x0f
        return high & ~0xf0_0000_0000 == uuidHigh && (1...8).contains(colour)
    }

    /// Reads the iBeacon.
    static func decode(_ frame: IBeacon, into values: inout TelemetryValues) -> SensorFrame? {
        guard has(frame.uuidHigh), frame.uuidLow == uuidLow else { return nil }
        let isFine = frame.minor >= 5_000
        let fahrenheit = Int64(frame.major) * (isFine ? 100 : 1_000)
        values.set(.temperature, (fahrenheit - 32_000) * 5 / 9)
        values.set(.gravity, Int64(frame.minor) * (isFine ? 1 : 10))
        return SensorFrame(.tilt)
    }
}
