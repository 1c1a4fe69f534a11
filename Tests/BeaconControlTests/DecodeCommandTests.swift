import Glibc
import Schema
import ServiceKit
import Support
import Testing

@testable import BeaconControl

@Suite struct DecodeCommandTests {
    private func decode(_ line: String, events: Bool = false) -> [JSONValue] {
        var decoder = LineDecoder(events: events)
        return decoder.decode(line.utf8)
    }

    @Test("an iBeacon has the field names of a batch")
    func iBeacon() {
        #expect(
            decode("020106 1AFF4C000215 f7826da6-4fa2-4e98-8024-bc5b71e0893e 0102 0304 c5") == [
                [
                    "format": "ibeacon", "beacon": "ibeacon-f7826da6-4fa2-4e98-8024-bc5b71e0893e-258-772",
                    "uuid": "f7826da6-4fa2-4e98-8024-bc5b71e0893e", "major": 258, "minor": 772, "power": -59,
                    "company": 76, "continuity": ["02"], "types": [1, 255],
                ]
            ])
    }

    @Test("Eddystone's power at 0 m is given beside the power at 1 m")
    func eddystone() {
        #expect(
            decode("0d16aafe30e34549445f74657374") == [
                [
                    "format": "eddystone-eid", "beacon": "eddystone-eid-4549445f74657374", "eid": "4549445f74657374",
                    "power": -70, "power0m": -29, "types": [22],
                ]
            ])
    }

    @Test("a UriBeacon gives its URL and the identity of that URL")
    func uriBeacon() {
        #expect(
            decode("0303d8fe 0e16d8fe00ec02 6578616d706c65 07") == [
                [
                    "format": "uribeacon", "beacon": "eddystone-url-f0e6a6a97042a4f1", "url": "http://example.com",
                    "flags": 0, "power": -61, "power0m": -20, "types": [3, 22],
                ]
            ])
    }

    @Test("the beacon is what a node takes it for, not what a measurement looks like")
    func disguised() {
        func event(_ data: String, random: Bool) -> String {
            let bytes = data.filter { $0 != " " }
            let count = bytes.utf8.count / 2
            func hex(_ value: Int) -> String { (value < 16 ? "0" : "") + String(value, radix: 16) }
            return "3e\(hex(12 + count))020100\(random ? "01" : "00")0600000000c1\(hex(count))\(bytes)c4"
        }
        let common = "1aff4c000215494e54454c4c495f524f434b535f48575075f2ffc2"
        let tilt = "1aff4c000215a495bb10c5b14b44b5121370f02d74de0044042ec5"
        let cases: [(String, Bool, JSONValue?)] = [
            (common, true, "ibeacon-494e5445-4c4c-495f-524f-434b535f4857-20597-62207"),
            ("0aff88ec0088078c116402 \(common)", true, "mac-c10000000006"), (tilt, true, "mac-c10000000006"),
        ]
        for (data, random, beacon) in cases {
            #expect(decode(event(data, random: random), events: true).map { $0["beacon"] } == [beacon], "\(data)")
        }
        // Without an address nobody knows which one it is.
        #expect(decode(tilt).map { $0["beacon"] } == [nil])
        #expect(decode(tilt).map { $0["kind"] } == ["tilt"])
    }

    @Test("Find Hub is no beacon and no error")
    func findHub() {
        #expect(decode("0516aafe4000") == [["format": nil, "kind": "find-hub", "types": [22]]])
    }

    @Test("a sensor's frame gives its kind, its identity by address, and its values with the field names of a batch")
    func sensor() {
        #expect(
            decode("0201061bff99040512fc5394c37c0004fffc040cac364200cdcbb8334c884f") == [
                [
                    "format": "mac", "beacon": "mac-cbb8334c884f", "kind": "ruuvi", "sensor": "ruuvi5",
                    "temperature": 24.3, "humidity": 53.49, "pressure": 1000.44, "accelerationX": 0.004,
                    "accelerationY": -0.004, "accelerationZ": 1.036, "batteryMillivolts": 2977, "transmitPower": 4,
                    "motions": 66, "sequence": 205, "company": 1177, "types": [1, 255],
                ]
            ])
        let door = decode("0201061416cdfd0804ffeeddccbbaa0201600f012b0f0100").first
        #expect(door?["open"] == true)
        #expect(door?["battery"]?.doubleValue == 96)
    }

    @Test("Fast Pair and Exposure Notification are shown")
    func services() {
        #expect(decode("06162cfeabcdef").first?["fastPair"] == ["model": "abcdef"])
        #expect(
            decode("0b162cfe00400a42881011c7").first?["fastPair"]
                == ["version": 0, "filter": "0a428810", "salt": "c7", "showsInterface": true])
        let found = decode("17166ffde7c6d34c71e48baf278bd99be74685bca78126ab").first
        #expect(found?["kind"] == "exposure-notification")
        #expect(found?["exposureNotification"]?["identifier"] == "e7c6d34c71e48baf278bd99be74685bc")
        #expect(found?["exposureNotification"]?["metadata"] == "a78126ab")
    }

    @Test("a broken structure is an error with its place, what came before is kept")
    func broken() {
        let found = decode("0409616263 1aff4c").first
        #expect(found?["name"] == "abc")
        #expect(found?["error"]?["kind"] == "structureOverrun")
        #expect(found?["error"]?["offset"] == 5)
    }

    @Test("R10: names from the air that are no UTF-8 are repaired, control characters escaped")
    func names() throws {
        let found = try #require(decode("0609ff220a01f0").first)
        #expect(found["name"]?.stringValue == "\u{fffd}\"\n\u{1}\u{fffd}")
        #expect(found.description.contains(#""name":"\#u{fffd}\"\n\u0001\#u{fffd}""#))
    }

    @Test("an event gives a line for each report, and an error for what is broken in it")
    func events() {
        let found = decode("043e0f 02 02 03 01 010203040506 03 020106 c4".replacing(" ", with: ""), events: true)
        #expect(found.count == 2)
        #expect(found.first?["address"] == "06:05:04:03:02:01")
        #expect(found.first?["rssi"] == -60)
        #expect(found.first?["pdu"] == "ADV_NONCONN_IND")
        #expect(found.last?["error"]?["kind"] == "reportMissing")
        #expect(decode("040e04010c2000", events: true).isEmpty)
    }

    @Test(
        "a line that is not hexadecimal is an error object with place and reason", arguments: ["0g", "020", "02 0 1"])
    func notHexadecimal(line: String) {
        let found = decode(line).first
        #expect(found?["error"]?["kind"] == "unreadable")
        #expect(found?["error"]?["reason"]?.stringValue?.hasPrefix("character ") == true)
        #expect(decode("0102", events: true).first?["error"]?["kind"] == "unreadable")
    }

    @Test("standard input is read line by line, the last one without its end, and an overlong one is an error")
    func standardInput() throws {
        let long = String(repeating: "00", count: 40_000)
        let (output, code) = try run(input: "020106\n\n\(long)\n02 01 06\r\n0x020106", events: false)
        #expect(output.count == 5)
        #expect(output.map { $0["error"] != nil } == [false, false, true, false, false])
        #expect(output[2]["line"] == 3)
        #expect(code == .dataError)
        #expect(try run(input: "020106\n", events: false).code == .success)
        #expect(try run(input: "", events: false).output.isEmpty)
    }

    /// Runs the command with a file as its standard input.
    private func run(input: String, events: Bool) throws -> (output: [JSONValue], code: ExitCode) {
        let folder = TemporaryFolder()
        let file = open(folder.path + "/input", O_RDWR | O_CREAT, 0o600)
        defer { close(file) }
        let bytes = Array(input.utf8)
        try #require(file >= 0 && pwrite(file, bytes, bytes.count, 0) == bytes.count)
        var text: [UInt8] = []
        let code = DecodeCommand.run(lines: [], events: events, input: file) { piece in
            text += piece
            return true
        }
        return (try text.split(separator: UInt8(ascii: "\n")).map { try JSONValue.parse($0) }, code)
    }
}
