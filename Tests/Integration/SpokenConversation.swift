import Bus
import Glibc
import Schema
import Support
import Testing

/// Tells a running site whatever it can be told, rightly and wrongly, and puts it into every trouble it has a message
/// for. Each trouble is followed by what it must lead to, so nothing here waits for time to pass.
struct SpokenConversation {
    /// Who asks.
    static let asker = Requester(kind: .operator, OperatorID("asker")!)

    let session: BusSession
    let heard: SpokenCapture
    let authority: SpokenAuthority
    private let folder: String
    let port: UInt16
    let roots = BusFixture.roots
    let me = Self.asker
    /// The node of the run.
    private let demo = NodeID("demo")!
    /// A node of our own, beside it.
    private let hall = NodeID("hall")!

    /// - Parameter folder: where the run has its `data`.
    init(
        _ session: BusSession, _ heard: SpokenCapture, _ authority: SpokenAuthority, folder: String, port: UInt16
    ) {
        (self.session, self.heard, self.authority) = (session, heard, authority)
        (self.folder, self.port) = (folder, port)
    }

    func run() async throws {
        await hear("the node at work", .readings(demo))
        await actions()
        await ask()
        try await askWrongly()
        try await certificates()
        try await failAndRecover()
    }

    /// Every kind of action. On a busy machine they may have come before anybody listened, so they are asked for again.
    private func actions() async {
        let came = await eventually(within: .seconds(60)) {
            await ask(.actionCommand(.replay, me), ReplayCommand(after: 0, limit: 100))
            return ActionKind.allCases.allSatisfy { kind in heard.contains { $0.topic == .action(kind) } }
        }
        #expect(came, "not heard: an action of each kind")
    }

    // MARK: Questions

    private func ask() async {
        let record: JSONValue = ["beacon": "mac-aabbccddeeff", "name": "Küche \"7\" 🏷", "metadata": ["floor": 1.5]]
        let bad: JSONValue = ["uuid": "x"]
        await ask(.metadataCommand(.put, me), PutCommand(records: [record, bad]))
        await ask(.metadataCommand(.list, me), ListCommand(limit: 2))
        await ask(.metadataLookup(me), LookupRequest(beacons: ["mac-aabbccddeeff", "mac-000000000000", "no such id"]))
        await ask(
            .metadataCommand(.import, me),
            ImportCommand(import: "a", part: 0, last: true, rows: [ImportRow(line: 2, record: record)]))
        await ask(
            .metadataCommand(.import, me),
            ImportCommand(import: "b", part: 0, last: true, rows: [ImportRow(line: 7, record: bad)]))
        await ask(.metadataCommand(.delete, me), DeleteCommand(beacons: ["mac-aabbccddeeff", "irk-nobody"]))
        await ask(.metadataCommand(.configure, me), ConfigureCommand(node: demo, configuration: ["x": 1]))
        await ask(.metadataCommand(.calibrate, me), CalibrateCommand(node: demo, offset: 1.5, exponent: 2.2))
        // With this key's revision the node asks for it.
        let key = DecodingKey(
            name: .init("watch")!, kind: .irk, key: "ec0234a357c8ad05341010a60a397d9b")
        await ask(.keyCommand(.put, me), KeyPutCommand(keys: [key]))
        await ask(.keyCommand(.list, me), KeyListCommand())
        await ask(.nodeCommand(demo, .start, me), StartCommand())
        await ask(.nodeCommand(demo, .discover, me), DiscoverCommand(duration: 1_000))
        await ask(.nodeCommand(demo, .stop, me), StopCommand())
        await ask(.nodeCommand(demo, .start, me), StartCommand())
        await eventually(within: .seconds(10)) {
            heard.messages.contains { if case .keys = $0.topic { true } else { false } }
        }
        await ask(.keyCommand(.delete, me), KeyDeleteCommand(names: [key.name]))
    }

    /// Whether an answer is the right one is what other tests are for; here there must be one.
    private func ask(_ topic: Topic, _ body: some Message) async {
        await #expect(throws: Never.self, "\(topic.path(in: roots))") {
            try await session.request(topic, body, timeout: .seconds(20))
        }
    }

    /// D14: malformed, retained and outdated.
    private func askWrongly() async throws {
        let long: JSONValue = ["duration": "long"]
        try await refused(.metadataCommand(.list, me), ["limit": "many"], .messageInvalid)
        try await refused(.metadataLookup(me), ["beacons": 5], .messageInvalid)
        try await refused(.actionCommand(.replay, me), ["after": "x"], .messageInvalid)
        try await refused(.nodeCommand(demo, .discover, me), long, .messageInvalid)
        try await refused(.scannerCommand(demo, .discover, me), long, .messageInvalid)
        try await refused(.metadataCommand(.list, me), ["ttl": 0], .commandExpired)
        try await refused(.actionCommand(.replay, me), ["after": 0, "ttl": 0], .commandExpired)
        try await refused(.nodeCommand(demo, .stop, me), ["ttl": 0], .commandExpired)
        for topic: Topic in [
            .nodeCommand(demo, .stop, me), .nodeCommand(demo, .discover, me), .scannerCommand(demo, .discover, me),
            .metadataCommand(.list, me),
        ] {
            try await refused(topic, [:], .commandRetained, retain: true)
            try await session.publish(rawTopic: topic.path(in: roots), [], Delivery(retain: true))
        }
    }

    /// Asks as any MQTT client could, by default as the one of this conversation, and expects that refusal.
    func refused(
        _ topic: Topic, _ body: JSONValue, _ code: ErrorCode, by client: Requester = Self.asker, retain: Bool = false
    ) async throws {
        let id = RequestID.random()
        var members = try #require(body.objectValue)
        members["v"] = 1
        members["id"] = .string(id.description)
        members["replyTo"] = .string(Topic.reply(client, ReplyPath(id)).path(in: roots))
        if code == .messageInvalid { heard.add(malformed: id.description) }
        try await session.publish(
            rawTopic: topic.path(in: roots), JSONValue.object(members).bytes, Delivery(retain: retain))
        await hear("\(topic.path(in: roots)) refused with \(code)") { message in
            guard case .reply = message.topic, let answer = try? JSONValue.parse(message.payload) else { return false }
            return answer["id"]?.stringValue == id.description
                && answer["error"]?["code"]?.stringValue == code.description
        }
    }

    // MARK: Troubles

    private func failAndRecover() async throws {
        let recording = "\(folder)/hall.btsnoop"
        // Its recording is not there yet: nothing to discover, and no start.
        var scanner = try launch("scanner", ["--source", recording, "--speed", "max"])
        let lifecycle = try launch("lifecycle")
        await hear("the second node", .scanner(hall))
        await hear("the second node", .nodeState(hall))
        try await refused(.nodeCommand(hall, .discover, me), [:], .commandInvalid)
        await ask(.nodeCommand(hall, .start, me), StartCommand())
        await hear("the failed start", .nodeEvent(hall, .startFailed))
        scanner.kill()
        await hear("the scanner's will", .scannerLost(hall))
        // Another scanner may do better (H14).
        try UpTests.write(UpTests.recording(count: 6), to: recording)
        scanner = try launch("scanner", ["--source", recording, "--speed", "max"])
        await hear("the cause gone", .nodeEvent(hall, .ready))
        // Nobody acknowledges what the recording brings, so it comes again to the next dispatch.
        try signal("beacon-dispatch", SIGSTOP)
        await ask(.nodeCommand(hall, .start, me), StartCommand())
        await hear("the recording's beacon", .beaconEvent(hall, .inactive))
        await hear("its advertisement as it came", .raw(hall))
        try signal("beacon-dispatch", SIGKILL)
        await hear("dispatch's will", .serviceLost(ServiceName("dispatch")!))
        await hear("the journal again", .unacknowledged(hall))
        await hear("the journal acknowledged", .acknowledged(hall))
        lifecycle.kill()
        await hear("the lifecycle's will", .nodeLost(hall))
        try signal("beacon-scanner", SIGKILL)
        await hear("a running node without its scanner", .nodeEvent(demo, .warning))
        scanner.kill()
    }

    private func launch(_ program: String, _ further: [String] = []) throws -> ChildProcess {
        try ChildProcess(
            BuiltProgram.path("beacon-\(program)"),
            [
                "--site", "home", "--node", hall.description, "--broker", "127.0.0.1:\(port)", "--data-dir",
                "\(folder)/hall",
            ] + further, environment: ["BEACONBUS_SCANNER_RAW_SELECT": "all"], output: "\(folder)/hall-\(program).log")
    }

    /// Sends a signal to a child of the run, found by its own number.
    private func signal(_ program: String, _ number: Int32) throws {
        for line in try readFile("\(folder)/data/children").split(separator: "\n") {
            guard let pid = line.split(separator: " ").first.flatMap({ Int32($0) }), pid > 1,
                try readFile("/proc/\(pid)/comm") == program + "\n"
            else { continue }
            Glibc.kill(pid, number)
        }
    }

    // MARK: Hearing

    func hear(_ what: String, _ topic: Topic) async {
        await hear(what) { $0.topic == topic && !$0.payload.isEmpty }
    }

    func hear(_ what: String, _ condition: (IncomingMessage) -> Bool) async {
        let came = await eventually(within: .seconds(30)) { heard.contains(condition) }
        #expect(came, "not heard: \(what)")
    }
}
