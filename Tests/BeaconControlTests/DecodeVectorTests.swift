import Schema
import Support
import Testing

@testable import BeaconControl

/// The collected vectors beside the repository, where they are.
@Suite(.enabled(if: SharedFolder.isPresent)) struct DecodeVectorTests {
    private func vectors() throws -> [JSONValue] {
        let file = try SharedFolder.bytes("data/vectors.json")
        return try #require(JSONValue.parse(file, maximumBytes: 16 << 20).arrayValue)
    }

    private func decode(_ hex: String) throws -> [String: JSONValue] {
        var decoder = LineDecoder(events: false)
        return try #require(decoder.decode(hex.utf8).first?.objectValue)
    }

    @Test("every collected vector of iBeacon, AltBeacon, Eddystone, AD structures and Apple decodes as expected")
    func mapping() throws {
        let prefixes = ["ibeacon", "altbeacon", "eddystone", "ad/", "apple"]
        var count = 0
        for vector in try vectors() {
            let name = try #require(vector["name"]?.stringValue)
            guard prefixes.contains(where: { name.hasPrefix($0) }) else { continue }
            count += 1
            let found = try decode(vector["adv_hex"]?.stringValue ?? "")
            let frame = vector["frame"]?.stringValue ?? ""
            // A vector that tells strict from lenient reading names the frame a lenient one would see.
            if vector["expect"]?["strict"] == nil {
                #expect(found["format"] == Self.formats[frame, default: nil], "\(name)")
            }
            // One source has a stray byte after its last structure.
            if frame != "malformed" && name != "eddystone/tlm/beacontools2" {
                #expect(found["error"] == nil, "\(name)")
            }
            for (key, value) in vector["expect"]?.objectValue ?? [:] {
                check(key, value, frame, found, name)
            }
        }
        #expect(count >= 60)
    }

    @Test("R18: no collected vector, cut or whole, fails to decode")
    func allVectors() throws {
        for vector in try vectors() {
            let hex = vector["adv_hex"]?.stringValue ?? ""
            for length in stride(from: 0, through: hex.utf8.count, by: 2) {
                _ = try decode(String(hex.prefix(length)))
            }
            guard let event = vector["hci_event_hex"]?.stringValue else { continue }
            var decoder = LineDecoder(events: true)
            let objects = decoder.decode(event.utf8)
            #expect(objects.count == 1)
            #expect(objects.first?["rssi"] == vector["rssi"], "\(vector["name"] ?? nil)")
            #expect(objects.first?["address"]?.stringValue == vector["address"]?.stringValue?.lowercased())
        }
    }

    @Test("every collected vector of Fast Pair and Exposure Notification is shown as expected")
    func services() throws {
        var count = 0
        for vector in try vectors() {
            let name = try #require(vector["name"]?.stringValue)
            guard let expected = vector["expect"] else { continue }
            let found = try decode(vector["adv_hex"]?.stringValue ?? "")
            if name.hasPrefix("fastpair") {
                #expect(found["fastPair"]?["model"] == expected["model_id"], "\(name)")
                for (key, field) in [("filter", "filter"), ("salt", "salt"), ("show_ui", "showsInterface")] {
                    #expect(found["fastPair"]?[field] == expected[key], "\(name) \(key)")
                }
                count += 1
            }
            if let identifier = expected["rpi"] {
                #expect(found["exposureNotification"]?["identifier"] == identifier, "\(name)")
                #expect(found["exposureNotification"]?["metadata"] == expected["aem"], "\(name)")
                count += 1
            }
        }
        #expect(count >= 4)
    }

    private static let formats: [String: JSONValue] = [
        "ibeacon": "ibeacon", "altbeacon": "altbeacon", "eddystone_uid": "eddystone",
        "eddystone_url": "eddystone-url", "eddystone_eid": "eddystone-eid", "eddystone_tlm": "eddystone-tlm",
        "eddystone_etlm": "eddystone-etlm",
    ]

    private static let names = [
        "battery_mv": "batteryMillivolts", "adv_count": "advertisements", "uptime_s": "uptime", "mfr_id": "company",
        "mfr_reserved": "reserved", "ad_types": "types", "apple": "continuity",
    ]

    private func check(
        _ key: String, _ value: JSONValue, _ frame: String, _ found: [String: JSONValue], _ name: String
    ) {
        switch key {
        case "tx_power":
            let field = frame == "tx_power" || frame == "apple_continuity" ? "txPower" : "power"
            #expect(found[field] == value, "\(name)")
        case "tx_power_0m":
            #expect(found["power0m"] == value, "\(name)")
            #expect(found["power"]?.integerValue == value.integerValue.map { $0 - 41 }, "\(name)")
        case "malformed":
            #expect((found["error"] != nil) == value.boolValue, "\(name)")
        case "beacon", "strict":
            #expect(found["format"] == .null && found["beacon"] == nil, "\(name)")
        case "lenient":
            break
        default:
            let field = Self.names[key] ?? key
            let expected: JSONValue? = value.isNull ? .none : value
            let same =
                found[field] == expected || (found[field]?.doubleValue).map { $0 == expected?.doubleValue } == true
            #expect(same, "\(name) \(field): \(found[field] ?? nil) is not \(value)")
        }
    }
}
