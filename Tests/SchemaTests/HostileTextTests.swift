import Schema
import Support
import Testing

@Suite("Hostile text")
struct HostileTextTests {
    /// Pieces that have broken topics and identifiers elsewhere.
    static let pieces = [
        "+", "#", "/", "$", "\u{0}", "\u{1f}", "\u{7f}", " ", "\"", "\\", "é", "e\u{301}", "😀", "\u{feff}", "\u{202e}",
        "A",
        "_", "-", ".", "a", "z", "0", "9", "home", "nodes", "kitchen", "state", "lost", "beaconbus", "op_anna", "%2f",
        "..",
    ]

    @Test("R10: no identifier has a character that could break a topic, however it was made")
    func identifiers() {
        let seed: UInt64 = 13
        var source = BatchSource(generator: SeededGenerator(seed: seed))
        for round in 0..<20_000 {
            let text = (0..<source.number(0...4)).map { _ in source.pick(Self.pieces) }.joined()
            func check<Value>(_ type: Value.Type, _ safe: String) where Value: TextValue {
                guard let value = Value(text) else { return }
                #expect(
                    value.description == text && text.utf8.count <= Value.maximumLength, "seed \(seed), round \(round)")
                #expect(
                    text.unicodeScalars.allSatisfy { safe.unicodeScalars.contains($0) }, "seed \(seed), round \(round)")
            }
            let plain = "abcdefghijklmnopqrstuvwxyz0123456789_-"
            check(NodeID.self, plain)
            check(SiteID.self, plain)
            check(BeaconName.self, plain)
            check(Requester.self, plain)
            check(BeaconID.self, plain)
            check(ClientID.self, plain + ".")
            check(ActivationID.self, plain + ".")
            check(RequestID.self, plain + ".ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        }
    }

    @Test("R10: a topic that is read is one that is written: no two texts name the same one")
    func topics() {
        let seed: UInt64 = 14
        var source = BatchSource(generator: SeededGenerator(seed: seed))
        let paths = TopicTests.table.map(\.1)
        var read = 0
        for round in 0..<20_000 {
            var path = source.pick(paths)
            for _ in 0..<source.number(0...2) {
                let at = path.index(path.startIndex, offsetBy: Int(source.number(0...Int64(path.count - 1))))
                switch source.number(0...2) {
                case 0: path.insert(contentsOf: source.pick(Self.pieces), at: at)
                case 1: path.remove(at: at)
                default: path.replaceSubrange(at...at, with: source.pick(Self.pieces))
                }
            }
            guard let topic = Topic(path, in: TopicTests.roots) else { continue }
            read += 1
            // By bytes: Swift takes texts for equal that are canonically equivalent only.
            #expect(Array(topic.path(in: TopicTests.roots).utf8) == Array(path.utf8), "seed \(seed), round \(round)")
            #expect(!path.contains("+") && !path.contains("#"))
        }
        #expect(read > 5_000)
    }

    @Test("Topics of random identifiers are read back")
    func randomTopics() throws {
        var source = BatchSource(generator: SeededGenerator(seed: 15))
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789_-").map(String.init)
        func name(_ limit: Int64 = 32) -> String {
            let first = source.pick(Array(alphabet.prefix(36)))
            return first + (1..<source.number(1...limit)).map { _ in source.pick(alphabet) }.joined()
        }
        for _ in 0..<5_000 {
            let roots = Roots(site: try #require(SiteID(name(24))))
            let node = try #require(NodeID(name()))
            let requester = try #require(Requester(kind: source.pick(ClientKind.allCases), name: name()))
            let request = try #require(RequestID(name()))
            for topic: Topic in [
                .nodeState(node), .nodeCommand(node, source.pick(NodeCommand.allCases), requester),
                .scannerCommand(node, source.pick(ScannerCommand.allCases), requester), .presence(source.beacon()),
                .beaconPage(node, BeaconPageNumber(of: source.beacon())), .reply(requester, ReplyPath(request)),
                .tokens(try #require(ObserverID(name())), node), .inbox(try #require(InboxID(name()))),
            ] {
                let path = topic.path(in: roots)
                #expect(Topic(path, in: roots) == topic)
                #expect(path.utf8.count <= Topic.maximumLength)
                #expect(path.count(where: { $0 == "/" }) <= Topic.maximumSlashes)
            }
            #expect(Requester(requester.description) == requester)
            let client = try #require(ClientID(kind: requester.kind, site: roots.site, name: requester.name))
            #expect(ClientID(client.description) == client && client.requester == requester)
            #expect(client.description.utf8.count <= ClientID.maximumLength)
        }
    }

    @Test("An identifier cannot hold an invalid value through JSON either")
    func decoding() {
        for text in ["\"A\"", "\"\"", "\"a/b\"", "1", "null", "\"a+\""] {
            #expect(throws: BeaconBusError.self) { try JSONValue.parse(text: text).decode(NodeID.self) }
        }
        let error = #expect(throws: BeaconBusError.self) { try NodeID(validating: "Küche\u{1b}[31m") }
        #expect(error?.code == .identifierInvalid)
        // Nothing from outside reaches a terminal or a log as it is.
        #expect(error?.reason.contains("\u{1b}") == false)
    }
}
