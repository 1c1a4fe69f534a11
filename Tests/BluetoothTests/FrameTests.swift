import Schema
import Testing

@testable import Bluetooth

@Suite struct FrameTests {
    private let uuid = "f7826da64fa24e988024bc5b71e0893e"

    @Test("L8: an iBeacon is UUID, major and minor, big-endian, with its power at 1 m")
    func iBeacon() throws {
        let found = sightings("020106 1aff4c000215\(uuid)0102030ac5")
        #expect(found.count == 1)
        #expect(found.first?.identity?.id.description == "ibeacon-f7826da6-4fa2-4e98-8024-bc5b71e0893e-258-778")
        #expect(found.first?.power == -59)
    }

    @Test("an iBeacon's length byte must be 0x15; other Apple messages are no error")
    func strictIBeacon() {
        #expect(sightings("1aff4c000200\(uuid)01020304c5").first?.identity == nil)
        #expect(problem("1aff4c000200\(uuid)01020304c5") == nil)
        #expect(sightings("1aff00000215\(uuid)01020304c5").first?.identity == nil)
    }

    @Test("an AltBeacon is 20 bytes of any company, with or without the reserved byte")
    func altBeacon() {
        let id = "000102030405060708090a0b0c0d0e0f10111213"
        for reserved in ["", "09"] {
            let length = reserved.isEmpty ? "1a" : "1b"
            let found = sightings("\(length)ff1801beac\(id)c5\(reserved)")
            #expect(found.first?.identity?.id.description == "altbeacon-\(id)")
            #expect(found.first?.power == -59)
        }
    }

    @Test("an Eddystone UID gives power at 1 m = power at 0 m − 41, reserved bytes or not")
    func eddystoneUID() {
        for (length, rest) in [("15", ""), ("17", "0000")] {
            let found = sightings("0303aafe \(length)16aafe00e7 00010203040506070809 0a0b0c0d0e0f \(rest)")
            #expect(found.first?.identity?.id.description == "eddystone-00010203040506070809-0a0b0c0d0e0f")
            #expect(found.first?.power == -66)
        }
    }

    @Test("an Eddystone URL is expanded, and known by the SHA-256 of its text")
    func eddystoneURL() {
        let found = sightings(structure("16", "aafe10ec02 6578616d706c65 07"))
        #expect(found.first?.url == "http://example.com")
        // printf http://example.com | sha256sum
        #expect(found.first?.identity?.id.description == "eddystone-url-f0e6a6a97042a4f1")
        #expect(found.first?.power == -61)
    }

    @Test("a URL repeated or met after others has the same identity (the table of hashes forgets nothing wrong)")
    func urlTable() {
        var table = URLHashTable()
        for round in 0..<3 {
            for number in 0..<2_000 {
                let text = "http://\(number % 1_000)/\(number / 1_000)"
                let encoded: [UInt8] = [2] + text.dropFirst(7).utf8
                encoded.withUnsafeBytes { bytes in
                    guard let url = CompressedURL(bytes) else { return #expect(Bool(false), "\(text)") }
                    #expect(table.hash(of: url) == URLHash.of(text.utf8), "round \(round)")
                }
            }
        }
    }

    @Test("telemetry gives battery, temperature, count and uptime, and identifies nothing")
    func telemetry() throws {
        let found = sightings("1116aafe2000 0bb8 1580 00000045 00000258")
        let values = try #require(found.first?.values)
        #expect(found.first?.identity == nil)
        #expect(found.first?.kind == .eddystone)
        #expect(values[.batteryMillivolts] == 3_000)
        #expect(values[.temperature] == 21_500)
        #expect(values[.advertisements] == 69)
        #expect(values[.uptime] == 600)
    }

    @Test("telemetry without battery or thermometer says so")
    func telemetryAbsent() throws {
        let values = try #require(sightings("1116aafe2000 0000 8000 00000001 00000002").first?.values)
        #expect(values[.batteryMillivolts] == nil)
        #expect(values[.temperature] == nil)
        #expect(values.count == 2)
    }

    @Test("encrypted telemetry is recognised")
    func encryptedTelemetry() throws {
        let data = bytes("1516aafe2001 000102030405060708090a0b dead beff")
        let found = try #require(data.withUnsafeBytes { Advertisement($0).encryptedTelemetry })
        #expect(found.high == 0x0001_0203_0405_0607 && found.low == 0x0809_0a0b)
        #expect(found.salt == 0xdead && found.integrity == 0xbeff)
    }

    @Test("an Eddystone EID is eight bytes")
    func eddystoneEID() {
        let found = sightings("0d16aafe30e3 4549445f74657374")
        #expect(found.first?.identity?.id.description == "eddystone-eid-4549445f74657374")
        #expect(found.first?.power == -70)
    }

    @Test("Find Hub (types 0x40 and 0x41) and unassigned types are no beacon and no error")
    func findHub() {
        for type in ["40", "41", "01", "ff"] {
            #expect(sightings("0416aafe\(type)").first?.identity == nil)
            #expect(problem("0416aafe\(type)") == nil)
        }
    }

    @Test("a UriBeacon gives its URL, the power at 0 m less 41, and the identity of that URL")
    func uriBeacon() {
        let found = sightings("0303d8fe" + structure("16", "d8fe00ec02 6578616d706c65"))
        #expect(found.first?.url == "http://example")
        #expect(found.first?.power == -61)
        let other = sightings(structure("16", "d8fe00ec02 6578616d706c65 07"))
        #expect(other.first?.identity?.id.description == "eddystone-url-f0e6a6a97042a4f1")
        let urn = sightings(structure("16", "d8fe00ee04 \(uuid)"))
        #expect(urn.first?.url == "urn:uuid:f7826da6-4fa2-4e98-8024-bc5b71e0893e")
    }

    @Test("two beacons in one report give two sightings")
    func severalIdentities() {
        let found = sightings(
            "1aff4c000215\(uuid)01020304c5 0409616263 1516aafe00e7000102030405060708090a0b0c0d0e0f"
                + "0d16aafe30e34549445f74657374")
        #expect(found.map(\.identity?.format) == [.iBeacon, .eddystone, .eddystoneEID])
        #expect(found.allSatisfy { $0.name == bytes("616263") })
        #expect(found.map(\.power) == [-59, -66, -70])
    }
}
