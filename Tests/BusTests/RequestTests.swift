import Bus
import Schema
import Support
import Testing

@Suite("Requests and replies")
struct RequestTests {
    private static let question = Topic.metadataLookup(Requester(kind: .node, Fixture.kitchen))

    /// A client that answers every look-up.
    private func answerer(_ bus: VirtualBus) -> VirtualClient<TestHandler> {
        let client = bus.join(
            Fixture.configuration(
                kind: .service, name: "metadata", ownState: nil, will: nil,
                subscriptions: [.commands(.metadataLookups, in: Fixture.roots)])
        ) { _ in TestHandler() }
        client.handler.onReceived = { messages, link in
            for message in messages {
                let head = try message.decode(Lost.self).head
                guard let address = try link.replyAddress(of: message, head) else { continue }
                try link.reply(to: address, Lost(session: 42, connection: 1))
            }
        }
        return client
    }

    @Test("A request is answered: id, reply topic and ttl are in the body and in the properties")
    func answered() throws {
        let bus = VirtualBus()
        let answerer = answerer(bus)
        let asker = bus.join(Fixture.configuration()) { _ in TestHandler() }
        let id = try asker.perform { _, link in
            try link.request(Self.question, Lost(session: 1, connection: 1), timeout: .seconds(5))
        }
        let asked = try #require(answerer.handler.received.first)
        let head = try asked.decode(Lost.self).head
        #expect(head.id == id)
        #expect(head.replyTo == "beaconbus-private/home/replies/n_kitchen/\(id)")
        #expect(head.ttl == 5_000)
        #expect(asked.responseTopic == head.replyTo)
        #expect(asked.correlation == Array(id.description.utf8))
        #expect(asked.expiry == .seconds(5))
        #expect(asker.handler.answers.map(\.id) == [id])
        let answer = try #require(try asker.handler.answers.first?.result.get())
        let decoded = try answer.decode(Lost.self)
        #expect(decoded.head.id == id)
        #expect(decoded.body.session == 42)
        #expect(asker.link.openRequests == 0)
    }

    @Test("An unanswered request times out once; its late answer is counted, not told")
    func timesOut() throws {
        let bus = VirtualBus()
        let asker = bus.join(Fixture.configuration()) { _ in TestHandler() }
        let id = try asker.perform { _, link in
            try link.request(Self.question, Lost(session: 1, connection: 1), timeout: .seconds(5))
        }
        bus.advance(.milliseconds(4_999))
        #expect(asker.handler.answers.isEmpty)
        bus.advance(.milliseconds(1))
        #expect(asker.handler.answers.map(\.id) == [id])
        #expect(throws: BeaconBusError(.requestTimeout, reason: "", suggestion: "")) {
            try asker.handler.answers[0].result.get()
        }
        bus.inject("beaconbus-private/home/replies/n_kitchen/\(id)", #"{"v":1}"#)
        #expect(asker.handler.answers.count == 1)
        #expect(asker.link.counters.strayReplies == 1)
    }

    @Test("R12: retained messages that somebody has left among our answers are not even sent to us")
    func retainedAnswers() throws {
        let bus = VirtualBus()
        for number in 0..<3 {
            bus.inject("beaconbus-private/home/replies/n_kitchen/\(number)", #"{"v":1}"#, retain: true)
        }
        let asker = bus.join(Fixture.configuration()) { _ in TestHandler() }
        bus.advance(.seconds(1))
        #expect(asker.link.isConnected)
        #expect(asker.link.counters.strayReplies == 0)
    }

    @Test("A request that is open when the connection ends, or made without one, fails at once and once")
    func connectionLost() throws {
        let bus = VirtualBus()
        let asker = bus.join(Fixture.configuration()) { _ in TestHandler() }
        try asker.perform { _, link in
            try link.request(Self.question, Lost(session: 1, connection: 1), timeout: .seconds(5))
        }
        asker.cut()
        #expect(asker.handler.answers.count == 1)
        bus.broker.isDown = true
        try asker.perform { _, link in
            try link.request(Self.question, Lost(session: 1, connection: 1), timeout: .seconds(5))
        }
        bus.advance(.seconds(20))
        let codes = asker.handler.answers.map { answer -> ErrorCode? in
            if case .failure(let error) = answer.result { error.code } else { nil }
        }
        #expect(codes == [.connectionLost, .brokerUnreachable])
    }

    @Test("Token and validator questions are answered below the paths their answerers have rights for")
    func replyPaths() throws {
        let bus = VirtualBus()
        let tap = bus.tap("beaconbus-private/#")
        let asker = bus.join(Fixture.configuration()) { _ in TestHandler() }
        _ = tap.take()
        try asker.perform { _, link in
            try link.request(
                .tokens(ObserverID("anna")!, Fixture.kitchen), Lost(session: 1, connection: 1), timeout: .seconds(5))
            try link.request(.validate(AppID("shop")!), Lost(session: 1, connection: 1), timeout: .seconds(5))
        }
        let replies = tap.messages.compactMap(\.responseTopic)
        #expect(replies[0].hasPrefix("beaconbus-private/home/replies/n_kitchen/tokens/anna/"))
        #expect(replies[1].hasPrefix("beaconbus-private/home/replies/n_kitchen/validate/shop/"))
    }

    @Test(
        "D14: a reply topic outside the asker's own is refused and counted",
        arguments: [
            "beaconbus-private/home/replies/op_bert/1", "beaconbus-private/home/replies/op_anna",
            "beaconbus-private/home/replies/op_anna/+", "beaconbus/home/nodes/kitchen/state", "",
            "beaconbus-private/home/replies/op_anna/#", "beaconbus-private/other/replies/op_anna/1",
            "beaconbus-private/home/replies/op_anna//", "beaconbus-private/home/replies/op_anna/../op_bert/1",
        ])
    func foreignReplyTopic(topic: String) throws {
        let bus = VirtualBus()
        let node = bus.join(
            Fixture.configuration(subscriptions: [.commands(.nodeCommands(Fixture.kitchen), in: Fixture.roots)])
        ) { _ in TestHandler() }
        bus.inject(
            "beaconbus/home/nodes/kitchen/commands/start/op_anna",
            #"{"v":1,"id":"7","replyTo":"\#(topic)","session":1,"connection":1}"#)
        let message = try #require(node.handler.received.first)
        node.perform { _, link in
            let head = Head(id: RequestID("7"), replyTo: topic)
            if topic.hasSuffix("..") || topic.contains("/../") {
                // A level of dots is a level like any other to MQTT.
                #expect(throws: Never.self) { _ = try link.replyAddress(of: message, head) }
            } else {
                #expect(throws: BeaconBusError.self) { _ = try link.replyAddress(of: message, head) }
                #expect(link.counters.foreignReplyTopics == 1)
            }
        }
    }

    @Test("D14: a retained command is refused, an outdated one too, by Message Expiry, ttl, or 30 s with neither")
    func refusal() throws {
        let bus = VirtualBus()
        let node = bus.join(
            Fixture.configuration(subscriptions: [.commands(.nodeCommands(Fixture.kitchen), in: Fixture.roots)])
        ) { _ in TestHandler() }
        let topic = "beaconbus/home/nodes/kitchen/commands/start/op_anna"
        bus.inject(topic, #"{"v":1}"#, retain: true)
        bus.inject(topic, #"{"v":1}"#)
        bus.inject(topic, Array(#"{"v":1}"#.utf8), expiry: .seconds(3))
        let messages = node.handler.received
        #expect(messages.count == 3)
        #expect(messages[0].refusal(Head(), now: bus.now)?.code == .commandRetained)
        #expect(messages[1].refusal(Head(), now: bus.now + .milliseconds(29_999)) == nil)
        #expect(messages[1].refusal(Head(), now: bus.now + .seconds(30))?.code == .commandExpired)
        #expect(messages[1].refusal(Head(ttl: 50), now: bus.now + .milliseconds(49)) == nil)
        #expect(messages[1].refusal(Head(ttl: 50), now: bus.now + .milliseconds(50))?.code == .commandExpired)
        #expect(messages[1].refusal(Head(ttl: .min), now: bus.now)?.code == .commandExpired)
        #expect(messages[1].refusal(Head(ttl: .max), now: bus.now) == nil)
        #expect(messages[2].refusal(Head(ttl: 60_000), now: bus.now + .seconds(3))?.code == .commandExpired)
    }
}
