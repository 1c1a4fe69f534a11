import Fleets
import Schema
import Support
import Testing

@Suite("Other fleets' messages")
struct FleetTests {
    static let now = FleetTime(
        instant: Instant(nanoseconds: 1_000_000_000), wall: WallTime(milliseconds: 1_790_000_000_000))
    static let beacon = BeaconID("ibeacon-f7826da6-4fa2-4e98-8024-bc5b71e0893e-1-7")!.identity

    /// What a parser makes of one message.
    private func read(
        _ fleet: Fleet, _ topic: String, _ payload: String, retained: Bool = false, at now: FleetTime = now
    ) -> [FleetMessage] {
        var parser = fleet.parser()
        return parser.parse(
            topic.split(separator: "/", omittingEmptySubsequences: false), Array(payload.utf8), isRetained: retained,
            now: now)
    }

    private func report(_ messages: [FleetMessage]) -> FleetReport? {
        guard messages.count == 1, case .reports(_, let reports) = messages[0], reports.count == 1 else { return nil }
        return reports[0]
    }

    @Test("Every fleet's recorded message names its room and gives a report; a retained reading is none (R13)")
    func recorded() throws {
        for recorded in RecordedFleet.all(stamp: Self.now.wall.description) {
            let fleet = try #require(Fleet(rawValue: recorded.fleet))
            var parser = fleet.parser()
            func parse(_ message: RecordedFleet.Message, retained: Bool) -> [FleetMessage] {
                let levels = message.topic.split(separator: "/", omittingEmptySubsequences: false)
                #expect(
                    parser.filters.contains { matches($0, levels) } || levels.last == "Distance",
                    "\(fleet): \(message.topic)")
                return parser.parse(levels, Array(message.payload.utf8), isRetained: retained, now: Self.now)
            }
            let heard = recorded.heard.flatMap { parse($0, retained: false) }
            guard case .reports(recorded.room, let reports)? = heard.last(where: { $0 != .ignored(.otherTopic) }) else {
                Issue.record("\(fleet): \(heard)")
                continue
            }
            #expect(reports.count == 1 && reports[0].rssi != nil, "\(fleet)")
            if let identity = reports[0].identity { #expect(identity.id.description == recorded.beacon) }
            #expect(reports[0].identity != nil || reports[0].advertisement != nil)
            if recorded.fleet != "ble2mqtt" {
                #expect(parse(recorded.heard[0], retained: true) == [.ignored(.retained)], "\(fleet)")
            }
            for (message, isOnline) in [(recorded.online, true), (recorded.offline, false)] {
                guard let message else { continue }
                #expect(parse(message, retained: true) == [.availability(room: recorded.room, isOnline: isOnline)])
            }
            if let gone = recorded.gone {
                guard case .away(recorded.room, let identity)? = parse(gone, retained: false).first else {
                    Issue.record("\(fleet): no away")
                    continue
                }
                #expect(identity.id.description == recorded.beacon)
            }
        }
    }

    private func matches(_ filter: String, _ levels: [Substring]) -> Bool {
        let wanted = filter.split(separator: "/", omittingEmptySubsequences: false)
        return wanted.count == levels.count && zip(wanted, levels).allSatisfy { $0 == "+" || $0 == $1 }
    }

    @Test("ESPresense: the namespace with a doubled byte is repaired, one without is left as it is")
    func eddystone() {
        let right = BeaconID("eddystone-00112233445566778899-0123456789ab")!.identity
        for namespace in ["0011223344445566778899", "00112233445566778899"] {
            let found = read(.espresense, "espresense/devices/eddy:\(namespace)-0123456789ab/k", #"{"rssi":-60}"#)
            #expect(report(found)?.identity == right, "\(namespace)")
        }
        #expect(
            read(.espresense, "espresense/devices/eddy:0011223344995566778899-0123456789ab/k", #"{"rssi":-60}"#)
                == [.ignored(.noIdentity)], "22 digits whose fifth byte is not doubled are no namespace")
    }

    @Test("ESPresense: ids that stay with a device are identities, those of a model or of a key's text are not")
    func identities() {
        let cases: [(String, String?)] = [
            ("iBeacon:f7826da6-4fa2-4e98-8024-bc5b71e0893e-1-7", Self.beacon.id.description),
            (
                "altBeacon:f7826da6-4fa2-4e98-8024-bc5b71e0893e-1-7",
                "altbeacon-f7826da64fa24e988024bc5b71e0893e00010007"
            ), ("known:aabbccddeeff", "mac-aabbccddeeff"), ("aabbccddeeff", "mac-aabbccddeeff"),
            ("miTherm:a4c138000001", "mac-a4c138000001"), ("tile:aabbccddeeff", "mac-aabbccddeeff"),
            ("apple:1005:9-24", nil), ("iBeacon:nonsense-1-7", nil),
            ("iBeacon:\(String(repeating: "f", count: 500))", nil),
        ]
        for (id, beacon) in cases {
            let found = read(.espresense, "espresense/devices/\(id)/k", #"{"mac":"4a0000000001","rssi":-60}"#)
            #expect(report(found)?.identity?.id.description == beacon, "\(id)")
        }
        // Find My addresses look static and rotate all the same.
        for id in ["apple:findmy", "exp:20", "smarttag:24", "node:k"] {
            let found = read(.espresense, "espresense/devices/\(id)/k", #"{"mac":"c0a1b2c3d4e5","rssi":-60}"#)
            #expect(found == [.ignored(.noIdentity)], "\(id)")
        }
        let key = "0123456789abcdef0123456789abcdef"
        let found = read(.espresense, "espresense/devices/irk:\(key)/k", #"{"rssi":-60}"#)
        let name = report(found)?.identity?.id.description ?? ""
        #expect(name.hasPrefix("irk-") && !name.contains(key.prefix(8)), "D13: the key goes no further")
    }

    @Test("Raw: a Shelly keeps true and false under its topic prefix, which is the room's availability (D9)")
    func shelly() {
        for (payload, isOnline) in [("true", true), ("false", false)] {
            #expect(
                read(.raw, "beaconbus-raw/shelf-3/online", payload, retained: true)
                    == [.availability(room: "shelf-3", isOnline: isOnline)])
        }
        #expect(read(.raw, "beaconbus-raw/shelf-3/online", "yes") == [.ignored(.broken)])
    }

    @Test(
        "OpenMQTTGateway: the uuid in place of the address, numbers as texts, raw data for our own decoder, rotating addresses"
    )
    func gateway() {
        let swapped = read(
            .openMQTTGateway, "home/g/BTtoMQTT/x",
            #"{"id":"f7826da6-4fa2-4e98-8024-bc5b71e0893e","mac":"C0:A1:B2:C3:D4:E5","uuid":"f7826da64fa24e988024bc5b71e0893e","major":"1","minor":"7","rssi":"-61","txpower":"-59"}"#
        )
        #expect(
            report(swapped)?.identity == Self.beacon && report(swapped)?.rssi == -61 && report(swapped)?.power == -59)
        let raw = read(
            .openMQTTGateway, "home/g/BTtoMQTT/undecoded",
            #"{"id":"C0:A1:B2:C3:D4:E5","rssi":-61,"manufacturerdata":"4c000215","servicedatauuid":"0xfcd2","servicedata":"4001"}"#
        )
        #expect(report(raw)?.advertisement == [5, 0xff, 0x4c, 0, 2, 0x15, 5, 0x16, 0xd2, 0xfc, 0x40, 1])
        for (uuid, isShort) in [
            ("fcd2", true), ("0000fcd2-0000-1000-8000-00805f9b34fb", true),
            ("12345678-0000-4000-8000-00000000fcd2", false),
        ] {
            let found = read(
                .theengs, "home/g/BTtoMQTT/x",
                #"{"id":"C0:A1:B2:C3:D4:E5","rssi":-61,"servicedatauuid":"\#(uuid)","servicedata":"4001"}"#)
            #expect(report(found)?.advertisement == (isShort ? [5, 0x16, 0xd2, 0xfc, 0x40, 1] : nil), "\(uuid)")
        }
        for (unit, grams) in [("kg", 100_000), ("lb", 45_359), ("jin", 50_000)] as [(String, Int64)] {
            let found = read(
                .theengs, "home/g/BTtoMQTT/x",
                #"{"id":"C0:A1:B2:C3:D4:E5","rssi":-61,"type":"SCALE","unit":"\#(unit)","weight":100}"#)
            #expect(report(found)?.values[.weight] == grams, "\(unit)")
        }
        #expect(
            read(.openMQTTGateway, "home/g/BTtoMQTT/x", #"{"id":"4A:A1:B2:C3:D4:E5","mac_type":1,"rssi":-61}"#)
                == [.ignored(.noIdentity)])
        #expect(
            read(.theengs, "home/g/BTtoMQTT/x", #"{"id":"C0:A1:B2:C3:D4:E5","presence":"absent","unlocked":false}"#)
                == [.away(room: "g", BeaconID("mac-c0a1b2c3d4e5")!.identity)])
    }

    @Test("room-assistant: only who speaks for all counts, and a measurement that was told before does not")
    func roomAssistant() {
        let recorded = RecordedFleet.all(stamp: Self.now.wall.description).first { $0.fleet == "room-assistant" }!
        var parser = Fleet.roomAssistant.parser()
        let levels = recorded.heard[0].topic.split(separator: "/")
        let payload = recorded.heard[0].payload
        func parse(_ text: String) -> [FleetMessage] {
            parser.parse(levels, Array(text.utf8), isRetained: false, now: Self.now)
        }
        #expect(
            parse(payload.replacing(#""hasAuthority":true"#, with: #""hasAuthority":false"#))
                == [.ignored(.notAuthoritative)])
        #expect(report(parse(payload))?.power == -59)
        #expect(parse(payload) == [.ignored(.repeated)])
    }

    @Test(
        "room-assistant: a clock that is wrong hides no measurement, an old one in the same message is none, not_home is away"
    )
    func roomAssistantClock() {
        let id = "f7826da64fa24e988024bc5b71e0893e-1-7"
        func said(_ state: String) -> [FleetMessage] {
            read(
                .roomAssistant, "room-assistant/entity/a/bluetooth-low-energy-presence-sensor/ble-\(id)",
                #"{"entity":{"state":"\#(state)","distances":{"a":{"lastUpdatedAt":"2001-01-01T00:01:00.000Z","distance":1},"b":{"lastUpdatedAt":"2001-01-01T00:00:48.000Z","distance":3},"c":{"lastUpdatedAt":"2001-01-01T00:00:00.000Z","distance":3}},"measuredValues":{"a":{"rssi":-60,"measuredPower":-59},"b":{"rssi":-70,"measuredPower":-59}}},"hasAuthority":true}"#
            )
        }
        #expect(
            said("a") == [
                .reports(room: "a", [FleetReport(identity: Self.beacon, rssi: -60, power: -59)]),
                .reports(room: "b", [FleetReport(identity: Self.beacon, rssi: -70, power: -59, age: .seconds(12))]),
            ])
        #expect(said("not_home") == ["a", "b", "c"].map { .away(room: $0, Self.beacon) })
    }

    @Test("monitor: a quote in a name breaks no message, a falling confidence is no sighting, -99 is no strength")
    func monitor() {
        let recorded = RecordedFleet.all(stamp: "").first { $0.fleet == "monitor" }!
        let topic = recorded.heard[0].topic
        let found = report(read(.monitor, topic, recorded.heard[0].payload))
        #expect(found?.rssi == -64 && found?.power == -59 && found?.address?.description == "c0:a1:b2:c3:d4:e5")
        #expect(found?.name == #"Anna's "old" keys"#)
        let falling = recorded.heard[0].payload.replacing(#""100""#, with: #""63""#)
        #expect(read(.monitor, topic, falling) == [.ignored(.repeated)])
        let absent = recorded.heard[0].payload.replacing(#""-64""#, with: #""-99""#)
        #expect(report(read(.monitor, topic, absent))?.rssi == nil)
        var parser = Fleet.monitor.parser()
        func parse(_ payload: String) -> [FleetMessage] {
            parser.parse(topic.split(separator: "/"), Array(payload.utf8), isRetained: false, now: Self.now)
        }
        let second =
            #"{"id":"C0:A1:B2:C3:D4:E5","confidence":"100","name":"","type":"GENERIC_BEACON_PUBLIC","rssi":"-64"}"#
        #expect(report(parse(second))?.identity?.id.description == "mac-c0a1b2c3d4e5", "a beacon of its own")
        #expect(report(parse(recorded.heard[0].payload))?.identity == Self.beacon)
        #expect(parse(second) == [.ignored(.repeated)], "the iBeacon once more, under its address")
        #expect(report(parse(second.replacing("GENERIC_BEACON_PUBLIC", with: "KNOWN_MAC"))) != nil)
        // Broken, and the same name again and again: read to a bound.
        let flood = "{" + String(repeating: #""a":"b","#, count: 2_000) + #""id":"x","confidence":"100""#
        let (outcome, span) = (parse(flood), ContinuousClock().measure { _ = parse(flood) })
        #expect(outcome == [.ignored(.fieldMissing)] && span < .seconds(1))
        #expect(read(.monitor, "monitor/scan/arrive", #"{"identity":"x"}"#) == [.ignored(.otherTopic)])
    }

    @Test("Ages by the gateways' own clocks: what is old is no sighting")
    func ages() {
        let payload = { (stamp: Int) in
            #"{"data":{"timestamp":1000,"gw_mac":"g","tags":{"CB:B8:33:4C:88:4F":{"rssi":-58,"timestamp":\#(stamp),"data":"020106"}}}}"#
        }
        #expect(report(read(.ruuvi, "ruuvi/g", payload(988)))?.age == .seconds(12))
        #expect(read(.ruuvi, "ruuvi/g", payload(900)) == [.ignored(.fieldMissing)])
        #expect(report(read(.ruuvi, "ruuvi/g", payload(5_000)))?.age == .zero)
    }

    @Test("ble2mqtt: the strength comes before the frame's fields; each advertisement is one sighting, of one beacon")
    func fields() {
        var parser = Fleet.ble2mqtt.parser()
        func parse(_ fields: [(String, String)]) -> [FleetMessage] {
            fields.flatMap { field, value in
                parser.parse(
                    ["BLE2MQTT-1", "c0:a1:b2:c3:d4:e5", field[...]], Array(value.utf8), isRetained: false, now: Self.now
                )
            }
        }
        let frame = [("UUID", "f7826da6-4fa2-4e98-8024-bc5b71e0893e"), ("Major", "1"), ("Minor", "7")]
        for rssi: Int8 in [-63, -71] {
            let said = parse([("Type", "iBeacon"), ("RSSI", "\(rssi)")] + frame)
            #expect(report(said)?.identity == Self.beacon && report(said)?.rssi == rssi)
        }
        #expect(parse(frame).isEmpty, "without a strength of its own")
        let other = [("Namespace", "00112233445566778899"), ("Instance", "0123456789ab")]
        #expect(
            report(parse([("Type", "Eddystone"), ("RSSI", "-60")] + other))?.identity?.id.description
                == "eddystone-00112233445566778899-0123456789ab")
        let telemetry = [("Voltage", "2950"), ("Temperature", "21.50"), ("Count", "9"), ("Uptime", "80")]
        let said = report(parse([("Type", "Eddystone"), ("RSSI", "-60")] + telemetry))
        #expect(said?.values[.batteryMillivolts] == 2_950 && said?.values[.temperature] == 21_500)
    }

    @Test("Minew: what the gateway decoded itself is taken as well")
    func decoded() {
        let found = read(
            .minew, "gw/ac233fc01234/status",
            #"[{"type":"Gateway","mac":"AC233FC01234"},{"type":"S1","mac":"AC233FA00001","rssi":-64,"battery":98,"temperature":21.5,"humidity":46.25},{"type":"Unknown","mac":"AC233FA00002","rssi":-64}]"#
        )
        #expect(report(found)?.identity?.id.description == "mac-ac233fa00001")
        #expect(report(found)?.values[.temperature] == 21_500 && report(found)?.values[.battery] == 9_800)
    }

    @Test("R18: any cut, any changed byte, any value of another type: no crash, no impossible value")
    func hostile() {
        var random = SeededGenerator(seed: 17)
        let wrong = ["null", "[]", "{}", "\"x\"", "1e999", "-1", "99999999999999999999", "true", "\"\\u0000\""]
        for recorded in RecordedFleet.all(stamp: Self.now.wall.description) {
            var parser = Fleet(rawValue: recorded.fleet)!.parser()
            for message in recorded.heard + [recorded.online, recorded.gone, recorded.offline].compactMap({ $0 }) {
                let levels = message.topic.split(separator: "/", omittingEmptySubsequences: false)
                func check(_ payload: [UInt8], _ levels: [Substring]) {
                    for said in parser.parse(levels, payload, isRetained: false, now: Self.now) {
                        guard case .reports(let room, let reports) = said else { continue }
                        #expect(!room.isEmpty && reports.count <= FleetReport.most)
                        for report in reports {
                            #expect(report.rssi.map { (-127...20).contains($0) } ?? true)
                            #expect((Duration.zero...FleetReport.greatestAge).contains(report.age))
                            #expect((report.advertisement?.count ?? 0) <= 510 && (report.name?.utf8.count ?? 0) <= 256)
                        }
                    }
                }
                let bytes = Array(message.payload.utf8)
                for length in 0...bytes.count { check(Array(bytes[..<length]), levels) }
                for _ in 0..<300 where !bytes.isEmpty {
                    var changed = bytes
                    let at = Int.random(in: 0..<bytes.count, using: &random)
                    if Bool.random(using: &random) {
                        changed[at] = .random(in: 0...255, using: &random)
                    } else if let colon = changed[at...].firstIndex(of: UInt8(ascii: ":")) {
                        // A value of another type.
                        let end = changed[colon...].firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") }
                        changed.replaceSubrange(
                            colon + 1..<(end ?? changed.count), with: wrong.randomElement(using: &random)!.utf8)
                    }
                    check(changed, levels)
                    check(bytes, levels.map { Bool.random(using: &random) ? "\u{1}#+" : $0 })
                }
            }
        }
    }

    @Test("beaconbus-raw: what the examples for ESPHome and Shelly send is read")
    func examples() {
        // The text that Tests/Examples/run wants of both.
        let sent = #"{"v":1,"reports":[{"address":"c0:a1:b2:c3:d4:e5","type":1,"rssi":-61,"data":"0201060303aafe"}]}"#
        let found = report(read(.raw, "beaconbus-raw/kitchen/reports", sent))
        #expect(found?.address?.description == "c0:a1:b2:c3:d4:e5" && found?.isRandom == true && found?.rssi == -61)
        #expect(found?.advertisement == [2, 1, 6, 3, 3, 0xaa, 0xfe] && found?.age == .zero)
    }

    @Test("R12: of broadcasters whose frames are not whole the newest 1,024 are remembered")
    func remembered() {
        var parser = Fleet.ble2mqtt.parser()
        func parse(_ number: Int, _ fields: [(String, String)], nanosecond: Int) -> [FleetMessage] {
            let address = String(number + 0xc000_0000_0000, radix: 16)
            let now = FleetTime(instant: Instant(nanoseconds: Int64(nanosecond)), wall: Self.now.wall)
            return fields.flatMap { field, value in
                parser.parse(
                    ["BLE2MQTT-1", address[...], field[...]], Array(value.utf8), isRetained: false, now: now)
            }
        }
        for number in 0..<1_500 {
            #expect(parse(number, [("Type", "iBeacon"), ("RSSI", "-60")], nanosecond: number).isEmpty)
        }
        let frame = [("UUID", "f7826da6-4fa2-4e98-8024-bc5b71e0893e"), ("Major", "1"), ("Minor", "7")]
        let whole = (400..<1_500).reversed().filter { !parse($0, frame, nanosecond: 3_000 - $0).isEmpty }
        #expect(whole == (476..<1_500).reversed())
    }

    @Test("R12: more broadcasters than are remembered are all heard")
    func bounds() {
        var parser = Fleet.ble2mqtt.parser()
        var count = 0
        for number in 0..<5_000 {
            let address = String(number + 0xc000_0000_0000, radix: 16)
            for (field, value) in [("Type", "MiBeacon"), ("RSSI", "-60")] {
                let said = parser.parse(
                    ["BLE2MQTT-1", address[...], field[...]], Array(value.utf8), isRetained: false, now: Self.now)
                if case .reports? = said.first { count += 1 }
            }
        }
        #expect(count == 5_000)
    }
}
