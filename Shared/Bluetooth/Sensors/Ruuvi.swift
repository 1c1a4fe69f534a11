internal import Schema

/// RuuviTag: manufacturer data of company 0x0499, big-endian (Ruuvi "Data format 3" and "Data format 5"), and the older
/// formats 2 and 4 in the fragment of an Eddystone-URL.
enum Ruuvi {
    static let company: UInt16 = 0x0499

    /// Reads what follows the company identifier.
    static func decode(_ base: UnsafeRawPointer, _ count: Int, into values: inout TelemetryValues) -> SensorFrame? {
        guard count >= 1 else { return nil }
        switch base.byte(0) {
        case 3 where count >= 14: return decode3(base, into: &values)
        case 5 where count >= 24: return decode5(base, into: &values)
        default: return nil
        }
    }

    private static func decode3(_ base: UnsafeRawPointer, into values: inout TelemetryValues) -> SensorFrame {
        values.append(.humidity, Int64(base.byte(1)) * 5_000)
        let whole = Int64(base.byte(2) & 0x7f)
        let hundredths = Int64(base.byte(3))
        if hundredths < 100 {
            let temperature = whole * 1_000 + hundredths * 10
            values.append(.temperature, base.byte(2) & 0x80 == 0 ? temperature : -temperature)
        }
        values.append(.pressure, Int64(base.big16(4)) + 50_000)
        setAcceleration(base + 6, into: &values)
        values.append(.batteryMillivolts, Int64(base.big16(12)))
        return SensorFrame(.ruuvi3)
    }

    /// Acceleration in mg, three times 16 bits; 0x8000 is "not available".
    private static func setAcceleration(_ base: UnsafeRawPointer, into values: inout TelemetryValues) {
        let (x, y, z) = (base.signedBig16(0), base.signedBig16(2), base.signedBig16(4))
        if x != .min { values.append(.accelerationX, Int64(x)) }
        if y != .min { values.append(.accelerationY, Int64(y)) }
        if z != .min { values.append(.accelerationZ, Int64(z)) }
    }

    private static func decode5(_ base: UnsafeRawPointer, into values: inout TelemetryValues) -> SensorFrame {
        let temperature = base.signedBig16(1)
        if temperature != .min { values.append(.temperature, Int64(temperature) * 5) }
        let humidity = base.big16(3)
        if humidity != .max { values.append(.humidity, Int64(humidity) * 25) }
        let pressure = base.big16(5)
        if pressure != .max { values.append(.pressure, Int64(pressure) + 50_000) }
        setAcceleration(base + 7, into: &values)
        let power = base.big16(13)
        if power >> 5 != 0x7ff { values.append(.batteryMillivolts, Int64(power >> 5) + 1_600) }
        if power & 0x1f != 0x1f { values.append(.transmitPower, Int64(power & 0x1f) * 2 - 40) }
        if base.byte(15) != .max { values.append(.motions, Int64(base.byte(15))) }
        if base.big16(16) != .max { values.append(.sequence, Int64(base.big16(16))) }
        let address = BluetoothAddress(bigEndian: base + 18)
        return SensorFrame(.ruuvi5, address: address.value == 0xffff_ffff_ffff ? nil : address)
    }

    /// Whether a URL may be a measurement; says no to nearly all others at once.
    @inline(__always)
    static func mayBe(_ url: CompressedURL) -> Bool {
        url.encoded.count >= 17 && url.encoded[1] == UInt8(ascii: "r") && url.encoded[8] == UInt8(ascii: "#")
    }

    /// Reads formats 2 and 4: `ruu.vi/#` and six bytes in base64url, whose last character may be cut away or an id.
    static func decode(url: CompressedURL, into values: inout TelemetryValues) -> SensorFrame? {
        let text = url.encoded
        let prefix: StaticString = "ruu.vi/#"
        // The scheme byte, the prefix, and eight characters.
        guard text.count >= 17, text[0] == 3 || text[0] == 2 else { return nil }
        for index in 0..<8 where text[index + 1] != prefix.utf8Start[index] { return nil }
        var bits: UInt64 = 0
        for index in 9..<17 {
            guard let six = base64(text[index]) else { return nil }
            bits = bits << 6 | UInt64(six)
        }
        let format = bits >> 40
        guard format == 2 || format == 4 else { return nil }
        values.append(.humidity, Int64(bits >> 32 & 0xff) * 5_000)
        let whole = Int64(bits >> 24 & 0x7f) * 1_000 + Int64(Swift.min(bits >> 16 & 0xff, 99)) * 10
        values.append(.temperature, bits >> 24 & 0x80 == 0 ? whole : -whole)
        values.append(.pressure, Int64(bits & 0xffff) + 50_000)
        return SensorFrame(.ruuviURL)
    }

    private static func base64(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "-"), UInt8(ascii: "+"): 62
        case UInt8(ascii: "_"), UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
