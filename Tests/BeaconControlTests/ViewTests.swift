import Schema
import ServiceKit
import Support
import Testing

@testable import BeaconControl

@Suite("View of a site")
struct ViewTests {
    static let node = NodeID("kitchen")!
    static let beacon = "ibeacon-b9f7e2c4-3a1d-4e58-8c60-5d2a7f91e034-1-4"

    static func lines(_ site: inout SiteModel, _ topic: Topic, _ json: String, retained: Bool = false) -> [String] {
        site.apply(topic, Array(json.utf8), retained: retained).map {
            "\($0.kind.rawValue) \($0.origin) | \($0.subject) | \($0.detail)"
        }
    }

    @Test("Beacons are shown with name, short identity, cause and place, and counted")
    func beacons() {
        var site = SiteModel()
        let active = Self.lines(
            &site, .beaconEvent(Self.node, .active),
            """
            {"v":1,"beacons":[{"beacon":"\(Self.beacon)","name":"Poster","cause":"arrived","zone":"near",
            "distance":1.44,"rssi":-61},{"beacon":"mac-001122334455"},{"nonsense":true}]}
            """)
        #expect(
            active == [
                "active kitchen | Poster (ibeacon b9f7e2c4… 1 4) | arrived, near, 1.4 m, -61 dBm",
                "active kitchen | mac-001122334455 | ",
            ])
        let changed = Self.lines(
            &site, .beaconEvent(Self.node, .changed),
            """
            {"v":1,"beacons":[{"beacon":"\(Self.beacon)","cause":"zone","changes":[{"field":"zone","from":"near","to":"far"}]}]}
            """)
        #expect(changed == ["changed kitchen | Poster (ibeacon b9f7e2c4… 1 4) | zone near → far"])
        let inactive = Self.lines(
            &site, .beaconEvent(Self.node, .inactive),
            "{\"v\":1,\"beacons\":[{\"beacon\":\"\(Self.beacon)\",\"cause\":\"silent\"}]}")
        #expect(inactive == ["inactive kitchen | Poster (ibeacon b9f7e2c4… 1 4) | silent"])
        #expect(site.counts.beaconEvents == ["active": 2, "changed": 1, "inactive": 1])
        #expect(site.counts.beacons == 2)
    }

    @Test("Actions and outcomes are shown and counted once each")
    func actions() {
        var site = SiteModel()
        let checkIn = """
            {"v":1,"number":5,"activation":"a","beacon":{"beacon":"\(Self.beacon)","name":"Poster"},
            "action":{"place_id":"lobby","note":"Hi"},"late":true}
            """
        #expect(
            Self.lines(&site, .action(.checkIn), checkIn) == [
                "action dispatch | check-in | #5 Poster (ibeacon b9f7e2c4… 1 4) at lobby “Hi” (late)"
            ])
        #expect(
            Self.lines(
                &site, .action(.inboxAdd),
                "{\"v\":1,\"number\":6,\"action\":{\"asset_ids\":[\"a\",7],\"inbox\":\"office\"},\"repeated\":true}")
                == [
                    "action dispatch | inbox-add | #6 a, 7 → office (again)"
                ])
        let outcome =
            "{\"v\":1,\"activation\":\"k.0011.1\",\"beacon\":\"\(Self.beacon)\",\"outcome\":\"done\",\"action\":\"checkIn\"}"
        #expect(
            Self.lines(&site, .outcomes, outcome) == [
                "outcome dispatch | Poster (ibeacon b9f7e2c4… 1 4) | done, check-in"
            ])
        #expect(Self.lines(&site, .outcomes, outcome).isEmpty, "the same activation again")
        #expect(site.counts.actions == ["checkIn": 1])
        #expect(site.counts.outcomes == ["done": 1])
    }

    @Test("Events of a node name the cause in words")
    func nodeEvents() {
        var site = SiteModel()
        let error = """
            {"v":1,"error":{"code":"adapterOff","description":"The adapter is switched off.","reason":"hci0 is down"}}
            """
        #expect(
            Self.lines(&site, .nodeEvent(Self.node, .stopped), error) == [
                "node kitchen | stopped | adapterOff: The adapter is switched off. (hci0 is down)"
            ])
        #expect(
            Self.lines(&site, .nodeEvent(Self.node, .stopped), "{\"v\":1,\"error\":null}") == [
                "node kitchen | stopped | as requested"
            ])
        #expect(
            Self.lines(&site, .nodeEvent(Self.node, .stateChanged), "{\"previous\":\"idle\",\"state\":\"starting\"}")
                == ["node kitchen | state | idle → starting"])
    }

    @Test("D7: a will of an older connection is not believed, one of the newest is")
    func lost() {
        var site = SiteModel()
        _ = Self.lines(
            &site, .nodeState(Self.node), "{\"session\":7,\"connection\":3,\"online\":true,\"state\":\"running\"}")
        #expect(Self.lines(&site, .nodeLost(Self.node), "{\"session\":7,\"connection\":2}").isEmpty)
        #expect(Self.lines(&site, .nodeLost(Self.node), "{\"session\":6,\"connection\":9}").isEmpty)
        #expect(
            Self.lines(&site, .nodeLost(Self.node), "{\"session\":7,\"connection\":3}") == [
                "warning kitchen | node lost | its connection broke off"
            ])
        #expect(site.lostNodes == ["kitchen"])
        _ = Self.lines(&site, .nodeState(Self.node), "{\"session\":7,\"connection\":4,\"online\":true}")
        #expect(site.lostNodes.isEmpty)
    }

    @Test("R10: nothing that comes over the air or the bus reaches the terminal as a control character")
    func hostileText() {
        var site = SiteModel()
        let name = "\\u001b[2J\\u202eevil\\u0007\\n\\u2028" + String(repeating: "x", count: 300)
        let shown =
            Self.lines(
                &site, .beaconEvent(Self.node, .active),
                "{\"beacons\":[{\"beacon\":\"\(Self.beacon)\",\"name\":\"\(name)\",\"cause\":\"\(name)\",\"zone\":\"\(name)\"}]}"
            )
            + Self.lines(&site, .outcomes, "{\"outcome\":\"\(name)\",\"reason\":\"\(name)\",\"activation\":\"x\"}")
            + Self.lines(&site, .action(.showAsset), "{\"action\":{\"asset_id\":\"\(name)\",\"title\":\"\(name)\"}}")
            + Self.lines(&site, .nodeEvent(Self.node, .warning), "{\"error\":{\"code\":\"\(name)\"}}")
            + Self.lines(&site, .nodeEvent(Self.node, .stateChanged), "{\"state\":\"\(name)\"}")
        #expect(shown.count == 5)
        for line in shown {
            #expect(line.count < 900)
            let bad = line.unicodeScalars.filter { $0.value < 0x20 || $0.value == 0x202e || $0.value == 0x2028 }
            #expect(bad.isEmpty, "\(line)")
        }
    }

    @Test("R18: what is no JSON, or the wrong JSON, is counted and shows nothing")
    func unreadable() {
        var site = SiteModel()
        for text in ["x", "[1]", "{", "null", "{\"a\":1e999999}"] {
            #expect(Self.lines(&site, .outcomes, text).isEmpty)
        }
        for seed in 0..<300 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let bytes = (0..<30).map { _ in UInt8.random(in: 0...255, using: &random) }
            for topic: Topic in [.outcomes, .action(.checkIn), .beaconEvent(Self.node, .active), .monitored] {
                _ = site.apply(topic, bytes, retained: false)
            }
        }
        #expect(site.unreadable >= 5)
    }

    @Test("Lines on a terminal have colours, others have none")
    func text() {
        let event = ViewEvent(kind: .active, origin: "kitchen", subject: "Poster", detail: "near")
        let time = WallTime(milliseconds: 1_700_000_000_123)
        let plain = ViewText.line(event, time, colour: false)
        #expect(plain.hasSuffix(".123  kitchen     active    Poster                                      near"))
        #expect(!plain.contains("\u{1b}"))
        #expect(ViewText.line(event, time, colour: true).contains("\u{1b}[32mactive  \u{1b}[0m"))
    }

    @Test("Children's warnings are shown, their chatter is not, and what is not JSON only if it sounds bad")
    func childLines() {
        let warning =
            "{\"at\":\"x\",\"level\":\"warning\",\"label\":\"bus\",\"message\":\"gone\",\"code\":\"storeFull\",\"n\":2}"
        #expect(
            ChildLine.event("scanner", warning)
                == ViewEvent(kind: .warning, origin: "scanner", subject: "gone", detail: "code=storeFull n=2"))
        #expect(ChildLine.event("scanner", "{\"level\":\"info\",\"message\":\"x\"}") == nil)
        let node = "{\"level\":\"warning\",\"label\":\"node\",\"message\":\"the node had to stop\",\"code\":\"x\"}"
        #expect(ChildLine.event("lifecycle", node) == nil, "told by its event")
        let disk = "{\"level\":\"error\",\"label\":\"lifecycle\",\"message\":\"the disk\",\"code\":\"storeFull\"}"
        #expect(ChildLine.event("lifecycle", disk) != nil)
        #expect(ChildLine.event("broker", "1700000000: mosquitto version 2.0.11 running") == nil)
        #expect(ChildLine.event("broker", "1700000000: Error: Address already in use")?.kind == .warning)
        #expect(ChildLine.event("scanner", "Fatal error: Index out of range") != nil)
    }
}
