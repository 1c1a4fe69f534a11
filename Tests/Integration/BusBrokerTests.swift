import Bus
import Schema
import Support
import Synchronization
import Testing

@Suite("The bus client on a real mosquitto", .enabled(if: MosquittoBroker.isInstalled), .timeLimit(.minutes(2)))
struct BusBrokerTests {
    private let folder = TemporaryFolder()

    @Test("10,000 messages arrive in order, once each, and every one is acknowledged")
    func tenThousandInOrder() async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        let count = 10_000
        try await withClient(BusFixture.plain(broker.address, "receiver", ["t/#"])) { _, received in
            #expect(await eventually { received.read { $0.connected.count } == 1 })
            try await withClient(BusFixture.plain(broker.address, "sender")) { sender, sent in
                #expect(await eventually { sent.read { $0.connected.count } == 1 })
                sender.perform { _, link in
                    for number in 0..<count {
                        try? link.publish(
                            rawTopic: "t/1", Array(String(number).utf8), token: PublishToken(UInt64(number)))
                    }
                }
                #expect(await eventually(within: .seconds(30)) { received.read { $0.received.count } >= count })
                #expect(await eventually { sent.read { $0.outcomes.count } == count })
                let outcomes = sent.read { $0.outcomes.map(\.outcome) }
                #expect(outcomes.allSatisfy { $0 == .acknowledged(hadSubscribers: true) })
                #expect(sent.read { $0.outcomes.map(\.token.value) } == (0..<UInt64(count)).map { $0 })
            }
            let texts = received.read { $0.received.map { String(decoding: $0.payload, as: UTF8.self) } }
            #expect(texts == (0..<count).map(String.init))
        }
    }

    @Test("A message larger than the broker takes is refused by name, and the connection lives on")
    func tooLarge() async throws {
        let broker = try MosquittoBroker(folder: folder.path, global: ["max_packet_size 2000"])
        try await withClient(BusFixture.plain(broker.address, "sender", ["t/#"])) { client, log in
            #expect(await eventually { log.read { $0.connected.count } == 1 })
            client.perform { _, link in
                try? link.publish(rawTopic: "t/large", [UInt8](repeating: 1, count: 5_000), token: PublishToken(1))
                try? link.publish(rawTopic: "t/small", [1], token: PublishToken(2))
            }
            #expect(await eventually { log.read { $0.received.count } == 1 })
            #expect(await eventually { log.read { $0.outcomes.count } == 2 })
            guard case .refused(let error)? = log.read({ $0.outcomes.first { $0.token.value == 1 }?.outcome }) else {
                Issue.record("the large one was not refused")
                return
            }
            #expect(error.code == .messageTooLarge)
            #expect(log.read { $0.failures.isEmpty })
        }
    }

    @Test("A failed commit acknowledges nothing and ends the connection; repeated by their sender, all arrive after it")
    func failedCommit() async throws {
        let broker = try MosquittoBroker(folder: folder.path, global: ["log_type debug"])
        let texts = (1...50).map(String.init)
        try await withClient(BusFixture.plain(broker.address, "receiver", ["t/#"])) { _, received in
            #expect(await eventually { received.read { $0.connected.count } == 1 })
            received.state.withLock { $0.commitFails = true }
            try await withClient(BusFixture.plain(broker.address, "sender")) { sender, sent in
                #expect(await eventually { sent.read { $0.connected.count } == 1 })
                let send: @Sendable ([String]) -> Void = { texts in
                    sender.perform { _, link in
                        for text in texts { try? link.publish(rawTopic: "t/1", Array(text.utf8), token: nil) }
                    }
                }
                send(texts)
                #expect(await eventually { received.read { $0.failures.contains { $0.kind == .commitFailed } } })
                #expect(received.read { $0.received.isEmpty && $0.refusedCommits > 0 })
                let log = try readFile(folder.path + "/mosquitto.log")
                #expect(log.contains("Sending PUBLISH to op.home.receiver"))
                #expect(!log.contains("Received PUBACK from op.home.receiver"), "acknowledged without a commit")
                #expect(received.read { $0.connected.count } == 1, "it does not come back while the trial commit fails")

                received.state.withLock { $0.commitFails = false }
                #expect(await eventually { received.read { $0.connected.count } == 2 })
                // A clean start: what was not acknowledged is gone at the broker, and its sender knows by the silence.
                let arrived = { Set(received.read { $0.received.map { String(decoding: $0.payload, as: UTF8.self) } }) }
                send(texts.filter { !arrived().contains($0) })
                #expect(await eventually { arrived() == Set(texts) })
                #expect(
                    try await eventually {
                        try readFile(folder.path + "/mosquitto.log").contains("Received PUBACK from op.home.receiver")
                    })
            }
        }
    }

    @Test("A session asks, answers, publishes and reads a subscription")
    func session() async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        let question = Topic.metadataLookup(Requester("op_anna")!)
        var service = BusFixture.plain(broker.address, "bert")
        service.subscriptions = [.commands(.metadataLookups, in: BusFixture.roots)]
        let log = RecordingHandler.Log()
        let answerer = BusClient(service) { _ in Echo(log) }
        let run = Task { try await answerer.run() }
        #expect(await eventually { log.read { $0.connected.count } == 1 })
        try await BusSession.with(BusFixture.plain(broker.address, "anna")) { session in
            let answer = try await session.request(
                question, Lost(session: 5, connection: 6), as: Lost.self, timeout: .seconds(5))
            #expect(answer == Lost(session: 6, connection: 6))
            let seen = try await session.subscribe([Subscription(raw: "t/#")]) { messages in
                var seen: [[UInt8]] = []
                // The broker handles one connection's packets in order, so the subscription stands.
                for number in 0..<50 { try await session.publish(rawTopic: "t/1", [UInt8(number)]) }
                for try await message in messages {
                    seen.append(message.payload)
                    if seen.count == 50 { break }
                }
                return seen
            }
            #expect(seen == (0..<50).map { [UInt8($0)] })
            await #expect(throws: BeaconBusError(.requestTimeout, reason: "", suggestion: "")) {
                try await session.request(
                    .metadataCommand(.list, Requester("op_anna")!), Lost(session: 5, connection: 6),
                    timeout: .milliseconds(50))
            }
        }
        answerer.stop()
        try await run.value
    }

    @Test("A session that is cancelled ends in time and leaves nothing waiting")
    func cancelled() async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        let configuration = BusFixture.plain(broker.address, "anna")
        let started = RecordingHandler.Log()
        let task = Task {
            try await BusSession.with(configuration) { session in
                try await session.subscribe([Subscription(raw: "t/#")]) { messages in
                    started.state.withLock { $0.passes.append(1) }
                    for try await _ in messages {}
                }
                try Task.checkCancellation()
            }
        }
        #expect(await eventually { started.read { $0.passes.count } == 1 })
        let clock = ContinuousClock()
        let start = clock.now
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.now - start < .seconds(5))
    }
}

/// Answers each look-up with its session plus one.
private final class Echo: BusHandler {
    private let log: RecordingHandler.Log

    init(_ log: RecordingHandler.Log) { self.log = log }

    func connected(_ link: BusLink) {
        log.state.withLock { $0.connected.append((1, 1)) }
    }

    func received(_ messages: [IncomingMessage], _ link: BusLink) throws {
        for message in messages {
            let (head, body) = try message.decode(Lost.self)
            guard let address = try link.replyAddress(of: message, head) else { continue }
            try link.reply(to: address, Lost(session: body.session + 1, connection: body.connection))
        }
    }
}
