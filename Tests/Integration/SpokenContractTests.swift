import Bus
import Glibc
import Schema
import Support
import Synchronization
import Testing

/// The real system, everything it says and is told captured, and each message judged by the schema of its channel.
@Suite(
    "The contract, as it is spoken", .enabled(if: MosquittoBroker.isInstalled), .serialized, .timeLimit(.minutes(4)))
struct SpokenContractTests {
    /// Kinds that a run like this one cannot show: services of later issues, and failures that it does not provoke.
    static let notExpected: Set<String> = [
        "Registration", "ObserverLost", "TokenQuestion", "TokenAnswer", "EnrolRequest", "RenewRequest",
        "CertificateReply", "ValidateRequest", "ValidateReply", "KeysRequest", "KeysReply", "Presence",
        "DesiredConfiguration", "ConfigureReply", "DiscoverReply", "StartFailedEvent", "ReadyEvent", "WarningEvent",
        "Refusal",
    ]

    private static func configuration(_ port: UInt16, _ name: StaticString) -> BusConfiguration {
        let site = SiteID("home")!
        return BusConfiguration(
            broker: BrokerAddress(host: "127.0.0.1", port: port),
            clientID: ClientID(kind: .operator, site: site, OperatorID(name.description)!), roots: Roots(site: site),
            session: 2)
    }

    @Test("Every real message of the running system is valid by the schema of its channel")
    func spoken() async throws {
        let folder = TemporaryFolder()
        let output = "\(folder.path)/out"
        let up = try UpTests.start(["--data-dir", "\(folder.path)/data"], output: output)
        defer { up.send(SIGINT) }
        let port = try #require(await Self.port(of: "\(folder.path)/data"), "\(UpTests.text(output))")
        let heard = Capture()
        try await BusSession.with(Self.configuration(port, "listener")) { session in
            let everything = ["beaconbus/home/#", "beaconbus-private/home/#"].map { Subscription(raw: $0) }
            try await session.subscribe(everything, capacity: 100_000) { messages in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        for try await message in messages { heard.add(message) }
                    }
                    // Another client asks: a session keeps the answers to its own questions.
                    try await BusSession.with(Self.configuration(port, "asker")) { asker in
                        try await Self.use(asker, heard, folder: "\(folder.path)/data")
                    }
                    group.cancelAll()
                }
            }
        }
        up.send(SIGINT)
        #expect(await up.ended(within: .seconds(60)) != nil)
        try await judge(heard.messages)
    }

    /// Waits for the run's configuration file, and for the broker that it names.
    private static func port(of folder: String) async -> UInt16? {
        var port: UInt16?
        await eventually(within: .seconds(60)) {
            let text = (try? readFile("\(folder)/beaconbus.yaml")) ?? ""
            let line = text.split(separator: "\n").first { $0.contains("address: 127.0.0.1:") }
            port = line?.split(separator: ":").last.flatMap { UInt16($0) }
            return port != nil
        }
        return port
    }

    /// Tells the system whatever it can be told, and kills one of it.
    private static func use(_ session: BusSession, _ heard: Capture, folder: String) async throws {
        let node = NodeID("demo")!
        let me = Requester(kind: .operator, OperatorID("asker")!)
        _ = await eventually(within: .seconds(90)) {
            heard.contains { $0.topic == .action(.checkIn) } && heard.contains { $0.topic == .nodeState(node) }
                && heard.contains { $0.topic == .action(.inboxSave) }
        }
        func ask(_ topic: Topic, _ body: some Message) async {
            // Refusals are answers too; whether they are the right ones is what other tests are for.
            _ = try? await session.request(topic, body, timeout: .seconds(20))
        }
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
        await ask(.metadataCommand(.configure, me), ConfigureCommand(node: node, configuration: ["x": 1]))
        await ask(.actionCommand(.replay, me), ReplayCommand(after: 0, limit: 10))
        await ask(.nodeCommand(node, .start, me), StartCommand())
        await ask(.nodeCommand(node, .discover, me), DiscoverCommand(duration: 1_000))
        await ask(.nodeCommand(node, .stop, me), StopCommand())
        await ask(.nodeCommand(node, .start, me), StartCommand())
        try kill("beacon-dispatch", folder)
        _ = await eventually(within: .seconds(30)) {
            heard.contains { $0.topic == .serviceLost(ServiceName("dispatch")!) && !$0.payload.isEmpty }
                && heard.contains { $0.topic == .readings(node) }
        }
    }

    /// Kills a child of the run by its own number.
    private static func kill(_ program: String, _ folder: String) throws {
        for line in try readFile("\(folder)/children").split(separator: "\n") {
            guard let pid = line.split(separator: " ").first.flatMap({ Int32($0) }), pid > 1,
                try readFile("/proc/\(pid)/comm") == program + "\n"
            else { continue }
            Glibc.kill(pid, SIGKILL)
        }
    }

    private func judge(_ messages: [IncomingMessage]) async throws {
        var cases: [ContractValidator.Case] = []
        var requests: [String: Channel] = [:]
        for message in messages {
            let topic = try #require(message.topic, "\(message.topicName) is no topic of the contract")
            guard !message.payload.isEmpty else {
                // A retained topic is cleared, or a client marks the end of its own retained state for itself.
                if case .reply(_, let path) = topic, path.description.hasPrefix("self/") { continue }
                #expect(topic.isRetained, "\(message.topicName) is cleared, but is never retained")
                continue
            }
            let value = try JSONValue.parse(message.payload, maximumDepth: MessageCoder.maximumDepth)
            if let channel = ChannelCatalogue.all.first(where: { $0.matches(topic) }) {
                #expect(message.retained == false || channel.isRetained, "\(message.topicName)")
                cases.append(ContractValidator.Case(try #require(channel.messages.first).schema.name, value))
                if let id = value["id"]?.stringValue, !channel.replies.isEmpty { requests[id] = channel }
            } else {
                let id = try #require(value["id"]?.stringValue, "an answer without id: \(value)")
                let channel = try #require(requests[id], "an answer to nothing that was asked: \(value)")
                let refused = value["error"] != nil && channel.replies[0].schema.field("error") == nil
                cases.append(
                    ContractValidator.Case(refused ? Refusal.schema.name : channel.replies[0].schema.name, value))
            }
        }
        for (entry, fault) in zip(cases, try await ContractValidator.judge(cases)) {
            #expect(fault == nil, "\(entry.message): \(entry.value)")
        }
        let seen = Set(cases.map(\.message))
        let missing = Set(MessageCatalogue.all.map { $0.schema.name }).subtracting(seen).subtracting(Self.notExpected)
        #expect(missing.isEmpty, "of \(cases.count) messages none was \(missing.sorted())")
    }
}

/// What was heard, in order.
private final class Capture: Sendable {
    private let state = Mutex<[IncomingMessage]>([])

    var messages: [IncomingMessage] { state.withLock { $0 } }

    func add(_ message: IncomingMessage) {
        state.withLock { $0.append(message) }
    }

    func contains(_ condition: (IncomingMessage) -> Bool) -> Bool {
        state.withLock { $0.contains(where: condition) }
    }
}
