import Fleets
import Schema
import Support
import Testing

@Suite("Which beacon and which room other fleets' messages speak of")
struct FleetNameTests {
    private static let uuid = "f7826da6-4fa2-4e98-8024-bc5b71e0893e"
    private static let beacon = BeaconID("ibeacon-\(uuid)-1-7")!.identity

    private func read(
        _ parser: inout any FleetParser, _ topic: String, _ payload: String, retained: Bool = false, second: Int64 = 1
    ) -> [FleetMessage] {
        let now = FleetTime(
            instant: Instant(nanoseconds: second * 1_000_000_000), wall: WallTime(milliseconds: 1_790_000_000_000))
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        return parser.parse(levels, Array(payload.utf8), isRetained: retained, now: now)
    }

    private func identities(_ messages: [FleetMessage]) -> [String] {
        messages.flatMap { message -> [String] in
            switch message {
            case .reports(_, let reports): reports.map { $0.identity?.id.description ?? "raw" }
            case .away(_, let identity): ["away " + identity.id.description]
            case .availability, .ignored: []
            }
        }
    }

    @Test(
        "ESPresense: a device that people named is what it is under its own id; the name is taken back with its settings"
    )
    func aliases() {
        var parser = Fleet.espresense.parser()
        let settings = "espresense/settings/iBeacon:\(Self.uuid)-1-7/config"
        #expect(parser.filters.contains("espresense/settings/+/config"))
        let heard = #"{"mac":"4a0000000001","id":"keys","name":"Keys","rssi":-60}"#
        #expect(read(&parser, "espresense/devices/keys/k", heard) == [.ignored(.noIdentity)])
        for name in ["keys", "phone:anna", "tile:aabbccddeeff"] {
            #expect(read(&parser, settings, #"{"id":"\#(name)","name":"Keys"}"#, retained: true).isEmpty)
            #expect(
                identities(read(&parser, "espresense/devices/\(name)/k", heard)) == [Self.beacon.id.description],
                "\(name)")
        }
        #expect(read(&parser, "espresense/devices/keys/k", heard) == [.ignored(.noIdentity)], "the former name")
        #expect(read(&parser, settings, "", retained: true).isEmpty)
        #expect(read(&parser, "espresense/devices/phone:anna/k", heard) == [.ignored(.noIdentity)])
        #expect(read(&parser, settings, "{broken", retained: true) == [.ignored(.broken)])
        #expect(read(&parser, settings, #"{"name":"Keys","rssi@1m":-59}"#).isEmpty)
        // A named model is none the more a device.
        _ = read(&parser, "espresense/settings/apple:1005:9-24/config", #"{"id":"watch"}"#)
        #expect(read(&parser, "espresense/devices/watch/k", heard) == [.ignored(.noIdentity)])
    }

    @Test(
        "ESPresense, R12: 1,024 names are remembered, further ones counted; two devices of one name are the later one")
    func manyAliases() {
        var parser = Fleet.espresense.parser()
        func name(_ number: Int, _ name: String) -> [FleetMessage] {
            let address = String(0xc000_0000_0000 + number, radix: 16)
            return read(&parser, "espresense/settings/\(address)/config", #"{"id":"\#(name)"}"#, retained: true)
        }
        for number in 0..<1_024 { #expect(name(number, "n\(number)").isEmpty) }
        #expect(name(1_024, "more") == [.ignored(.tooMany)])
        #expect(name(5, "n6").isEmpty && name(1_025, "n5").isEmpty)
        #expect(
            identities(read(&parser, "espresense/devices/n6/k", #"{"rssi":-60}"#)) == ["mac-c00000000005"])
    }

    @Test("monitor -s: everything comes on the node's own topic")
    func single() throws {
        var parser = Fleet.monitor.parser()
        #expect(parser.filters.contains("monitor/+"))
        let heard = try #require(RecordedFleet.all(stamp: "").first { $0.fleet == "monitor" })
        let said = read(&parser, "monitor/\(heard.room)", heard.heard[0].payload)
        guard case .reports(heard.room, let reports)? = said.first else {
            Issue.record("\(said)")
            return
        }
        #expect(reports.first?.identity == Self.beacon && reports.first?.rssi == -64)
        #expect(
            read(&parser, "monitor/\(heard.room)", try #require(heard.gone).payload)
                == [.away(room: heard.room, Self.beacon)])
        #expect(read(&parser, "monitor/scan", #"{"identity":"x"}"#) == [.ignored(.otherTopic)])
    }

    @Test("Ruuvi: the room is the topic's level; a payload names no other one")
    func ruuvi() {
        var parser = Fleet.ruuvi.parser()
        let payload =
            #"{"data":{"timestamp":1000,"gw_mac":"AA:BB","tags":{"CB:B8:33:4C:88:4F":{"rssi":-58,"timestamp":1000,"data":"020106"}}}}"#
        guard case .reports("attic", _)? = read(&parser, "ruuvi/attic", payload).first else {
            Issue.record("another room")
            return
        }
        #expect(
            read(&parser, "ruuvi/attic/gw_status", #"{"state":"online"}"#) == [
                .availability(room: "attic", isOnline: true)
            ])
    }

    @Test("Minew: where the topic names a gateway, the payload names no other one")
    func minew() {
        var parser = Fleet.minew.parser()
        func room(_ level: String) -> String? {
            let said = read(
                &parser, "gw/\(level)/status",
                #"[{"type":"Gateway","mac":"AC233FC01234"},{"mac":"AC233FA00001","rssi":-64,"rawData":"020106"}]"#)
            guard case .reports(let room, _)? = said.first else { return nil }
            return room
        }
        #expect(room("ac233fc01234") == "AC233FC01234" && room("ac233fc09999") == "ac233fc09999")
        #expect(room("all") == "AC233FC01234", "several share a topic")
    }

    @Test("OpenMQTTGateway, Theengs: a device that is absent by its address ends the iBeacon that it sends as well")
    func absent() {
        for (fleet, gone) in [
            (Fleet.openMQTTGateway, #""state":"offline""#), (.theengs, #""presence":"absent","unlocked":false"#),
        ] {
            var parser = fleet.parser()
            func away(_ gateway: String, _ address: Int, second: Int64 = 1) -> [String] {
                let text = String(address, radix: 16)
                return identities(
                    read(&parser, "home/\(gateway)/BTtoMQTT/x", #"{"id":"\#(text)",\#(gone)}"#, second: second))
            }
            func hear(_ address: Int, second: Int64 = 1) {
                let text = String(address, radix: 16)
                let bare = Self.uuid.filter { $0 != "-" }
                let said = read(
                    &parser, "home/g/BTtoMQTT/x",
                    #"{"id":"\#(text)","rssi":-60,"uuid":"\#(bare)","major":1,"minor":7}"#,
                    second: second)
                #expect(identities(said) == [Self.beacon.id.description])
            }
            hear(0xc0a1_b2c3_d4e5)
            let both = ["away mac-c0a1b2c3d4e5", "away " + Self.beacon.id.description]
            #expect(away("g", 0xc0a1_b2c3_d4e5) == both && away("h", 0xc0a1_b2c3_d4e5) == [both[0]])
            #expect(away("g", 0xc0a1_b2c3_d4e5, second: 602) == [both[0]], "ten minutes are remembered")
            for number in 0..<1_024 { hear(0xc000_0000_0000 + number, second: 2) }
            #expect(
                away("g", 0xc0a1_b2c3_d4e5).count == 1 && away("g", 0xc000_0000_03ff).count == 2, "R12: 1,024 senders")
        }
    }
}
