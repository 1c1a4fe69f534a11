internal import Glibc
internal import Schema

extension MiBeaconObject {
    /// A thermometer on the skin: two temperatures, from which the body's follows by the formula known of this product
    /// (Miaomiaoce MMC-T201), and the battery.
    func noteBodyTemperature(in values: inout TelemetryValues) {
        let first = Double(signed16) / 100
        let second = Double(value.signedLittle16(2)) / 100
        let body = 3.71934e-11 * exp(0.69314 * first) - 1.02801e-8 * exp(0.53871 * second) + 36.413
        if (0...100).contains(body) { values.setRounded(.temperature, body) }
        values.set(.battery, Int64(value.byte(4)) * 100)
    }

    /// A scale that measures the body too: weight in 0.1 kg (11 bits), heart rate less 50 (7), impedance in 0.1 Ω (14).
    func noteBody(in values: inout TelemetryValues) {
        let bits = value.little32(1)
        let weight = bits & 0x7ff
        let rate = bits >> 11 & 0x7f
        let impedance = bits >> 18
        if weight != 0 && weight != 0x7ff { values.set(.weight, Int64(weight) * 100) }
        if rate != 0 && rate != 0x7f { values.set(.heartRate, Int64(rate) + 50) }
        if impedance != 0 { values.set(.impedance, Int64(impedance)) }
    }
}
