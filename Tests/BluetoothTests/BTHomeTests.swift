import Schema
import Testing

@testable import Bluetooth

@Suite struct BTHomeTests {
    private let address = "54:48:e6:8f:80:a5"
    private let key = "231d39c1d7cc1ab1aee224cd096db932"
    /// 25.06 °C, 50.55 %, counter 0x33221100: the specification's own example.
    private let sealed = "41a47266c95f730011223378237214"

    private func hear(_ object: String, keys: [KeyRing.Entry] = []) -> Heard {
        var heard = Heard(keys)
        heard.hear(structure("16", "d2fc" + object), from: address)
        return heard
    }

    @Test("BTHome 2: objects give values, and the sender's address is the beacon")
    func values() {
        let heard = hear("40 0009 015d 02ca09 03bf13")
        #expect(heard[.battery] == 93 && heard[.temperature] == 25.06 && heard[.humidity] == 50.55)
        #expect(heard.identity?.id.description == "mac-5448e68f80a5")
        #expect(heard.kind == .btHome)
    }

    @Test(
        "every object of the specification gives its field and number",
        arguments: [
            ("0161", TelemetryField.battery, 97), ("02ca09", .temperature, 25.06), ("03bf13", .humidity, 50.55),
            ("04138a01", .pressure, 1008.83), ("05138a14", .illuminance, 13460.67), ("065e1f", .weight, 80.3),
            ("073e1d", .weight, 33.956), ("08ca06", .dewPoint, 17.38), ("0960", .count, 96),
            ("0a138a14", .energy, 1346.067),
            ("0b021b00", .activePower, 69.14), ("0c020c", .voltage, 3.074), ("0d120c", .particles25, 3090),
            ("0e021c", .particles10, 7170), ("0f01", .state, 1), ("1001", .poweredOn, 1), ("1100", .open, 0),
            ("12e204", .carbonDioxide, 1250), ("133301", .volatileCompounds, 307), ("14020c", .soilMoisture, 30.74),
            ("1501", .batteryLow, 1), ("1601", .batteryCharging, 1), ("1700", .carbonMonoxide, 0), ("1801", .cold, 1),
            ("1900", .connected, 0), ("1a00", .open, 0), ("1b01", .open, 1), ("1c01", .gasDetected, 1),
            ("1d00", .hot, 0),
            ("1e01", .lightDetected, 1), ("1f01", .unlocked, 1), ("2001", .wet, 1), ("2100", .motion, 0),
            ("2201", .motion, 1), ("2301", .occupied, 1), ("2400", .pluggedIn, 0), ("2500", .present, 0),
            ("2601", .problem, 1), ("2701", .running, 1), ("2800", .safe, 0), ("2901", .smoke, 1), ("2a00", .sound, 0),
            ("2b00", .tampered, 0), ("2c01", .vibration, 1), ("2d01", .open, 1), ("2e23", .humidity, 35),
            ("2f23", .soilMoisture, 35), ("3d0960", .count, 24585), ("3e2a2c0960", .count, 1611213866),
            ("3f020c", .rotation, 307.4), ("400c00", .measuredDistance, 0.012), ("414e00", .measuredDistance, 7.8),
            ("424e3400", .duration, 13.39), ("434e34", .current, 13.39), ("444e34", .speed, 133.9),
            ("451101", .temperature, 27.3), ("4632", .ultravioletIndex, 5), ("478756", .volume, 2215.1),
            ("48dc87", .volume, 34.78), ("49dc87", .volumeFlowRate, 34.78), ("4a020c", .voltage, 307.4),
            ("4b138a14", .gas, 1346.067), ("4c41018a01", .gas, 25821.505), ("4d12138a14", .energy, 344593.17),
            ("4e87562a01", .volume, 19551.879), ("4f87562a01", .water, 19551.879),
            ("505d396164", .timestamp, 1684093277),
            ("518756", .acceleration, 22.151), ("528756", .gyroscope, 22.151), ("5587562a01", .volume, 19551.879),
            ("56e803", .conductivity, 1000), ("57ea", .temperature, -22), ("58ea", .temperature, -7.7),
            ("59ea", .count, -22), ("5aeaea", .count, -5398), ("5bea0234ea", .count, -365690134),
            ("5c02fbffff", .activePower, -12.78), ("5d02ea", .current, -5.63), ("5e9f8c", .direction, 359.99),
            ("5fcc03", .precipitation, 97.2), ("6001", .channel, 1), ("61ac0d", .rotationalSpeed, 3500),
            ("620057d0ff", .speed, -3.123456), ("630057d0ff", .acceleration, -3.123456), ("6405", .lightLevel, 5),
        ])
    func object(_ object: String, _ field: TelemetryField, _ expected: Double) throws {
        // Something whose place shows that the length was right.
        let heard = hear("40 \(object) 0164")
        let found = try #require(heard[field])
        #expect(abs(found - expected) < 1e-9 * max(1, abs(expected)))
        if field != .battery { #expect(heard[.battery] == 100) }
        #expect(heard.values.dropped == 0)
    }

    @Test(
        "text, raw bytes, commands, versions and device types are walked past",
        arguments: [
            "5303616263", "5402ffff", "3b0201aabb", "6501", "f00100", "f100010204", "f2000102",
        ])
    func skipped(_ object: String) {
        let heard = hear("40 \(object) 0164")
        #expect(heard[.battery] == 100 && heard.values.count == 1)
    }

    @Test("an unknown object, or one cut short, ends the reading; what came before stays")
    func unknown() {
        #expect(hear("40 015d fe5d09 03b718").values.count == 1)
        #expect(hear("40 015d 02ca").values.count == 1)
        #expect(hear("40 015d 5309616263").values.count == 1)
        #expect(hear("40 fe00").values.isEmpty)
    }

    @Test("of repeated objects the first stays; the trigger bit changes nothing; another version is not read")
    func header() {
        #expect(hear("40 450101 450301")[.temperature] == 25.7)
        #expect(hear("44 015d")[.battery] == 93)
        for version in ["00", "20", "60", "e0"] { #expect(hear("\(version) 015d").values.isEmpty) }
        let heard = hear("42 b2188d38c1a4 015d")
        #expect(heard.identity?.id.description == "mac-a4c1388d18b2" && heard[.battery] == 93)
    }

    @Test("BTHome 1: lengths and signs stand before each object; an unknown one is passed over")
    func version1() {
        var heard = Heard()
        heard.hear(structure("16", "1c18 020009 23 02ca09 0303bf13 02fe01 02015d"), from: address)
        #expect(heard[.temperature] == 25.06 && heard[.humidity] == 50.55 && heard[.battery] == 93)
        // A float of four bytes: 21.5 °C.
        heard.hear(structure("16", "1c18 4502 0000ac41"), from: address)
        #expect(heard[.temperature] == 21.5)
        heard.hear(structure("16", "1c18 4502 0000c07f"), from: address)
        #expect(heard.values.isEmpty)
    }

    @Test("D13: an encrypted frame is read with the key of its device, and not without it or with another")
    func encrypted() {
        var heard = hear(sealed, keys: [.bind(address, key)])
        #expect(heard[.temperature] == 25.06 && heard[.humidity] == 50.55)
        #expect(heard.counters.decrypted == 1)
        heard = hear(sealed)
        #expect(heard.values.isEmpty && heard.counters.keyMissing == 1)
        heard = hear(sealed, keys: [.bind(address, "00" + key.dropFirst(2))])
        #expect(heard.values.isEmpty && heard.counters.keyWrong == 1)
        heard = hear(sealed, keys: [.bind("54:48:e6:8f:80:a6", key)])
        #expect(heard.values.isEmpty && heard.counters.keyMissing == 1)
        // The device is known all the same.
        #expect(heard.identity?.id.description == "mac-5448e68f80a5")
    }

    @Test("a frame with any bit changed is refused and counted, never read")
    func tampered() {
        let good = bytes(structure("16", "d2fc" + sealed))
        // Behind AD length, type, UUID and information byte.
        for index in 5..<good.count {
            for bit in 0..<8 {
                var heard = Heard([.bind(address, key)])
                var bad = good
                bad[index] ^= 1 << UInt8(bit)
                heard.hear(bad, from: address)
                #expect(heard.values.isEmpty && heard.counters.keyWrong == 1)
            }
        }
    }

    @Test("a clear frame of a device whose key is held is refused: no downgrade")
    func downgrade() {
        var heard = hear("40 015d", keys: [.bind(address, key)])
        #expect(heard.values.isEmpty && heard.counters.downgraded == 1)
        // Nor under the address of another.
        heard.hear(structure("16", "d2fc 42 a5808fe64854 015d"), from: "54:48:e6:8f:80:a6")
        #expect(heard.values.isEmpty && heard.counters.downgraded == 2)
    }
}
