import Bus
import Glibc
import Schema
import Support
import Testing

/// The real system, everything it says and is told captured, and each message judged by the schema of its channel.
@Suite(
    "The contract, as it is spoken", .enabled(if: MosquittoBroker.isInstalled), .serialized, .timeLimit(.minutes(4)))
struct SpokenContractTests {
    /// Kinds of topics that nobody speaks on yet, as there is no presence service; everything else must have been heard.
    static let later: Set<String> = ["presence"]
    /// Who must have refused something: everybody who takes commands or questions.
    static let refusing = [
        "n.home.demo", "n.home.hall", "s.home.demo", "svc.home.metadata", "svc.home.dispatch", "svc.home.authority",
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
        let authority = try SpokenAuthority(folder: folder.path)
        let up = try UpTests.start(
            ["--data-dir", "\(folder.path)/data"], profiles: authority.profiles, output: output)
        defer { up.send(SIGINT) }
        let port = try #require(await Self.port(of: "\(folder.path)/data"), "\(UpTests.text(output))")
        let heard = SpokenCapture()
        try await BusSession.with(Self.configuration(port, "listener")) { session in
            let everything = ["beaconbus/home/#", "beaconbus-private/home/#"].map { Subscription(raw: $0) }
            try await session.subscribe(everything, capacity: 100_000) { messages in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        for try await message in messages { heard.add(message) }
                    }
                    // Another client asks: a session keeps the answers to its own questions.
                    try await BusSession.with(Self.configuration(port, "asker")) { asker in
                        try await SpokenConversation(asker, heard, authority, folder: folder.path, port: port).run()
                    }
                    group.cancelAll()
                }
            }
        }
        up.send(SIGINT)
        #expect(await up.ended(within: .seconds(60)) != nil)
        try await judge(heard)
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

    private func judge(_ heard: SpokenCapture) async throws {
        var cases: [ContractValidator.Case] = []
        var spoken: Set<String> = []
        var answered: Set<String> = []
        var refusing: Set<String> = []
        var requests: [String: Channel] = [:]
        var hasAsked = false
        for message in heard.messages {
            let topic = try #require(message.topic, "\(message.topicName) is no topic of the contract")
            let channel = ChannelCatalogue.all.first { $0.matches(topic) }
            hasAsked = hasAsked || topic.requester == SpokenConversation.asker
            guard !message.payload.isEmpty else {
                // A retained topic is cleared, or a client marks the end of its own retained state for itself.
                if case .reply(_, let path) = topic, path.description.hasPrefix("self/") { continue }
                // Whoever has retained a command clears it again.
                if topic.requester == SpokenConversation.asker { continue }
                #expect(topic.isRetained, "\(message.topicName) is cleared, but is never retained")
                continue
            }
            let value = try JSONValue.parse(message.payload, maximumDepth: MessageCoder.maximumDepth)
            let id = value["id"]?.stringValue
            if let channel {
                let isWrong = topic.requester == SpokenConversation.asker
                #expect(!message.retained || channel.isRetained || isWrong, "\(message.topicName)")
                spoken.insert(channel.id)
                cases.append(ContractValidator.Case(try #require(channel.messages.first).schema.name, value))
                if let id, !channel.replies.isEmpty { requests[id] = channel }
            } else {
                // Asked before anybody listened.
                if !hasAsked, id.map({ requests[$0] == nil }) ?? false { continue }
                let channel = try #require(id.flatMap { requests[$0] }, "an answer to nothing that was asked: \(value)")
                let isRefusal = value["error"] != nil && channel.replies[0].schema.field("error") == nil
                if isRefusal { refusing.insert(value["from"]?.stringValue ?? "") } else { answered.insert(channel.id) }
                cases.append(
                    ContractValidator.Case(isRefusal ? Refusal.schema.name : channel.replies[0].schema.name, value))
            }
        }
        for (entry, fault) in zip(cases, try await ContractValidator.judge(cases)) {
            let isMalformed = entry.value["id"]?.stringValue.map { heard.malformed.contains($0) } ?? false
            guard isMalformed, entry.message.hasSuffix("Command") || entry.message.hasSuffix("Request") else {
                #expect(fault == nil, "\(entry.message): \(entry.value)")
                continue
            }
            #expect(fault != nil, "a malformed \(entry.message) is valid: \(entry.value)")
        }
        let expected = ChannelCatalogue.all.filter { !Self.later.contains($0.id) }
        let silent = Set(expected.map(\.id)).subtracting(spoken)
        #expect(silent.isEmpty, "of \(cases.count) messages none was on \(silent.sorted())")
        let open = Set(expected.filter { !$0.replies.isEmpty }.map(\.id)).subtracting(answered)
        #expect(open.isEmpty, "nothing was answered on \(open.sorted())")
        let meek = Set(Self.refusing).subtracting(refusing)
        #expect(meek.isEmpty, "nothing was refused by \(meek.sorted())")
    }
}
