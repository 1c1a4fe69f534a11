import ServiceKit
import Testing

@Suite("Configuration")
struct ConfigurationTests {
    enum Flavour: String, CaseIterable, Sendable { case sweet, sour, salty }

    static let window = Key(
        "scanner.batch.window", .duration(.zero...(.seconds(1))), default: .zero, flag: "window", "Waiting.")
    static let entries = Key("scanner.batch.maxEntries", .integer(1...128), default: 128, "Entries.")
    static let flavour = Key("scanner.flavour", .choice(), default: Flavour.sweet, "Taste.")
    static let active = Key("scanner.active", .boolean, default: false, "Active scanning.")
    static let factor = Key("scanner.factor", .number(0.5...8), default: 2, "Path loss.")
    static let rooms = Key("scanner.rooms", .list(of: .text(limit: 8), limit: 3), default: [], "Rooms.")
    static let powers = Key("scanner.powers", .map(of: .integer(-100...20), limit: 2), default: [:], "Powers.")
    static let broker = Key("broker.address", .address, default: NetworkAddress(host: "h", port: 1), "Broker.")
    static let node = Key(required: "node.id", .text(limit: 9), example: "kitchen", flag: "node", "Node.")
    static let table = ConfigurationTable([window, entries, flavour, active, factor, rooms, powers, broker])

    static func load(
        _ text: String, environment: [String: String] = [:], flags: [(name: String, text: String)] = []
    ) throws(ConfigurationError) -> Configuration {
        try Configuration.load(
            table, file: ("site.yaml", Array(text.utf8)), environment: environment, flags: flags)
    }

    @Test("Without anything, every key has its default and counts as not given")
    func defaults() throws {
        let configuration = try Configuration.load(Self.table)
        #expect(configuration[Self.window] == .zero)
        #expect(configuration[Self.entries] == 128)
        #expect(configuration[Self.flavour] == .sweet)
        #expect(configuration.given.isEmpty)
    }

    @Test("The file gives values of every type")
    func file() throws {
        let configuration = try Self.load(
            """
            # A comment.
            broker: { address: "[::1]:8883" }
            scanner:
              batch:
                window: 250ms
                maxEntries: 12
              flavour: sour
              active: true
              factor: 2.5
              rooms: [hall, "attic"]
              powers:
                tag: -59
            """)
        #expect(configuration[Self.window] == .milliseconds(250))
        #expect(configuration[Self.entries] == 12)
        #expect(configuration[Self.flavour] == .sour)
        #expect(configuration[Self.active])
        #expect(configuration[Self.factor] == 2.5)
        #expect(configuration[Self.rooms] == ["hall", "attic"])
        #expect(configuration[Self.powers] == ["tag": -59])
        #expect(configuration[Self.broker] == NetworkAddress(host: "::1", port: 8883))
    }

    @Test("Flags override the environment, which overrides the file")
    func order() throws {
        let text = "scanner: {batch: {window: 100ms, maxEntries: 1}, flavour: salty}"
        let environment = [
            "BEACONBUS_SCANNER_BATCH_WINDOW": "200ms", "BEACONBUS_SCANNER_BATCH_MAX_ENTRIES": "2",
            "BEACONBUS_SHARED": "/elsewhere", "HOME": "/root", "BEACONBUS_SCANNER_ROOMS": "hall, attic",
            "BEACONBUS_SCANNER_POWERS": "a=1, b=-2",
        ]
        let configuration = try Self.load(text, environment: environment, flags: [("window", "300ms")])
        #expect(configuration[Self.window] == .milliseconds(300))
        #expect(configuration[Self.entries] == 2)
        #expect(configuration[Self.flavour] == .salty)
        #expect(configuration[Self.rooms] == ["hall", "attic"])
        #expect(configuration[Self.powers] == ["a": 1, "b": -2])
    }

    @Test("Sections of other services and null values are left alone")
    func foreign() throws {
        let configuration = try Self.load(
            "dispatch: {anything: {goes: [1, 2]}}\nscanner:\n  rooms: null\n  powers: ~\n")
        #expect(configuration[Self.rooms].isEmpty)
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let text: String
        let problem: String
        var testDescription: String { problem }
    }

    @Test(
        "A mistake in the file is named with line, key, what stands there and what was expected",
        arguments: [
            Mistake(
                text: "scanner:\n  batch:\n    windw: 1s\n",
                problem: "site.yaml:3: scanner.batch.windw is not a known key. Did you mean scanner.batch.window?"),
            Mistake(
                text: "scaner:\n  active: true\n",
                problem: "site.yaml:1: scaner is not a known key. Did you mean scanner?"),
            Mistake(
                text: "scanner:\n  zzz: 1\n",
                problem: "site.yaml:2: scanner.zzz is not a known key. Known here: scanner.active, scanner.batch, "
                    + "scanner.factor, scanner.flavour, scanner.powers, scanner.rooms."),
            Mistake(
                text: "scanner: {batch: {window: soon}}",
                problem: "site.yaml:1: scanner.batch.window is \"soon\"; expected a duration from 0 to 1s, "
                    + "such as 250ms, 30s, 5min, 2h or 90d."),
            Mistake(
                text: "scanner: {batch: {window: 2s}}",
                problem: "site.yaml:1: scanner.batch.window is \"2s\"; expected a duration from 0 to 1s, "
                    + "such as 250ms, 30s, 5min, 2h or 90d."),
            Mistake(
                text: "scanner: {batch: {window: 30}}",
                problem: "site.yaml:1: scanner.batch.window is \"30\"; expected a duration from 0 to 1s, "
                    + "such as 250ms, 30s, 5min, 2h or 90d."),
            Mistake(
                text: "scanner:\n  batch:\n    maxEntries: 129\n",
                problem: "site.yaml:3: scanner.batch.maxEntries is \"129\"; expected a whole number from 1 to 128."),
            Mistake(
                text: "scanner:\n  batch:\n    maxEntries: [1]\n",
                problem: "site.yaml:3: scanner.batch.maxEntries is a list; expected a whole number from 1 to 128."),
            Mistake(
                text: "scanner:\n  batch:\n    maxEntries:\n",
                problem: "site.yaml:3: scanner.batch.maxEntries is empty; expected a whole number from 1 to 128."),
            Mistake(
                text: "scanner: {flavour: bitter}",
                problem: "site.yaml:1: scanner.flavour is \"bitter\"; expected sweet, sour or salty."),
            Mistake(
                text: "scanner: {active: yes}",
                problem: "site.yaml:1: scanner.active is \"yes\"; expected true or false."),
            Mistake(
                text: "scanner: {factor: nan}",
                problem: "site.yaml:1: scanner.factor is \"nan\"; expected a number from 0.5 to 8."),
            Mistake(
                text: "scanner: {factor: 0x2}",
                problem: "site.yaml:1: scanner.factor is \"0x2\"; expected a number from 0.5 to 8."),
            Mistake(
                text: "scanner:\n  rooms:\n  - hall\n  - {a: 1}\n",
                problem: "site.yaml:4: scanner.rooms is a mapping; expected text of at most 8 characters."),
            Mistake(
                text: "scanner:\n  rooms: [a, b, c, d]\n",
                problem: "site.yaml:2: scanner.rooms is a list; expected a list of at most 3, each text of at most "
                    + "8 characters."),
            Mistake(
                text: "scanner:\n  powers:\n    a: 1\n    b: 21\n",
                problem: "site.yaml:4: scanner.powers is \"21\"; expected a whole number from -100 to 20."),
            Mistake(
                text: "scanner: 5",
                problem: "site.yaml:1: scanner is \"5\"; expected a mapping with keys such as scanner.active, "
                    + "scanner.batch, scanner.factor."),
            Mistake(text: "- a\n- b\n", problem: "site.yaml:1: expected sections such as \"site:\" at the top."),
            Mistake(
                text: "broker: {address: 10.0.0.1}",
                problem: "site.yaml:1: broker.address is \"10.0.0.1\"; expected host:port, such as 127.0.0.1:1883."),
            Mistake(
                text: "broker: {address: \"h:65536\"}",
                problem: "site.yaml:1: broker.address is \"h:65536\"; expected host:port, such as 127.0.0.1:1883."),
            Mistake(
                text: "scanner: {active: true}\nscanner: {active: false}\n",
                problem: "site.yaml:2: the key \"scanner\" stands here again; first in line 1."),
            Mistake(
                text: "scanner: &a {active: true}\n",
                problem: "site.yaml:1: anchors and aliases are not supported; write the value out."),
            Mistake(
                text: "scanner:\n\tactive: true\n",
                problem: "site.yaml:2: found character that cannot start any token."),
            Mistake(
                text: "scanner: [\n", problem: "site.yaml:2: did not find expected node content."),
            Mistake(
                text: "a: 1\n---\nb: 2\n",
                problem: "site.yaml:2: a second document begins here; only one is allowed."),
            Mistake(
                text: "\"scan\\u0007ner\\nX\": 1\n",
                problem: "site.yaml:1: scan\\x07ner\\nX is not a known key. Did you mean scanner?"),
        ])
    func mistakes(_ mistake: Mistake) {
        #expect(throws: ConfigurationError(problems: [mistake.problem])) { try Self.load(mistake.text) }
    }

    @Test("All mistakes are reported at once")
    func severalMistakes() {
        #expect(
            throws: ConfigurationError(problems: [
                "site.yaml:1: scanner.active is \"1\"; expected true or false.",
                "site.yaml:1: scanner.flavour is \"x\"; expected sweet, sour or salty.",
                "BEACONBUS_SCANNER_FACTOR is \"9\"; expected a number from 0.5 to 8.",
                "--window is \"1\"; expected a duration from 0 to 1s, such as 250ms, 30s, 5min, 2h or 90d.",
            ])
        ) {
            try Self.load(
                "scanner: {active: 1, flavour: x}", environment: ["BEACONBUS_SCANNER_FACTOR": "9"],
                flags: [("window", "1")])
        }
    }

    @Test("An unknown environment variable of a known section is an error")
    func unknownVariable() {
        #expect(
            throws: ConfigurationError(problems: [
                "The environment variable BEACONBUS_SCANNER_FACTR is not known. Did you mean BEACONBUS_SCANNER_FACTOR?"
            ])
        ) { try Self.load("", environment: ["BEACONBUS_SCANNER_FACTR": "1"]) }
    }

    @Test("A key that must be given says where it can be given")
    func required() throws {
        let table = ConfigurationTable([Self.node])
        #expect(
            throws: ConfigurationError(problems: [
                "node.id is not set; expected text of at most 9 characters. Set it in the configuration file, "
                    + "as BEACONBUS_NODE_ID, or with --node."
            ])
        ) { try Configuration.load(table) }
        let configuration = try Configuration.load(table, flags: [("node", "attic")])
        #expect(configuration[Self.node] == "attic")
    }

    @Test("Deep, large and broken files are refused without a crash (R18)")
    func hostileFiles() {
        let deep = String(repeating: "[", count: 5000)
        let flat = "scanner: {rooms: [" + String(repeating: "a,", count: 200_000) + "]}"
        let texts = [deep, flat, String(repeating: "a", count: 2 << 20), "\u{0}", "%YAML 9.9\n---\n", "!!binary x"]
        for text in texts {
            #expect(throws: ConfigurationError.self) { try Self.load(text) }
        }
        for bytes: [UInt8] in [[0xc3], [0xed, 0xa0, 0x80], [0xff]] {
            #expect(throws: ConfigurationError.self) {
                try Configuration.load(Self.table, file: ("x", bytes))
            }
        }
    }

    @Test("The printed template is a valid configuration file that changes nothing, also with every comment removed")
    func template() throws {
        let table = ConfigurationTable(Self.table.keys + [Self.node])
        let text = table.template
        let plain = try Configuration.load(table, file: ("t", Array(text.utf8)))
        #expect(plain.given == ["node.id"])
        let uncommented = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let parts = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let isKey =
                parts.count == 2
                && table.keys.contains { parts[1].hasPrefix(" \($0.name.split(separator: ".").last!):") }
            return isKey ? parts[0] + parts[1].dropFirst() : line
        }.joined(separator: "\n")
        let full = try Configuration.load(table, file: ("t", Array(uncommented.utf8)))
        #expect(full.given == Set(table.keys.map(\.name)))
        #expect(full[Self.factor] == 2 && full[Self.broker] == NetworkAddress(host: "h", port: 1))
    }
}
