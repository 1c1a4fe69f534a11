import Bus
import Schema
import Support
import Testing

@Suite("A change of identity")
struct IdentityChangeTests {
    static let boot = ClientID(kind: .bootstrap, site: Fixture.site, name: "kitchen")!
    static let node = ClientID(kind: .node, site: Fixture.site, name: "kitchen")!
    static let lost = "beaconbus/home/nodes/kitchen/lost"

    private func identity(_ clientID: ClientID, port: UInt16 = 1) -> BusIdentity {
        BusIdentity(clientID: clientID, broker: BrokerAddress(host: "127.0.0.1", port: port))
    }

    private func joined(
        _ bus: VirtualBus, as clientID: ClientID = boot, session: UInt64 = 100
    ) -> VirtualClient<TestHandler> {
        var configuration = Fixture.configuration(session: session)
        configuration.clientID = clientID
        return bus.join(configuration) { _ in
            let handler = TestHandler()
            handler.onConnected = { link in
                try? link.setRetained(
                    .nodeState(Fixture.kitchen), Lost(session: link.session, connection: link.connection))
            }
            return handler
        }
    }

    private func state(_ bus: VirtualBus) throws -> (head: Head, body: Lost) {
        try MessageCoder.decode(Lost.self, try #require(bus.broker.retainedMessage(Fixture.state)).payload)
    }

    @Test("H30: the node connects under its new name: same session, next connection, `from` and reply topics follow")
    func change() throws {
        let bus = VirtualBus()
        let asker = bus.tap("beaconbus-private/home/#")
        let client = joined(bus)
        #expect(client.mqttClientID == "boot.home.kitchen")
        client.perform { _, link in link.use(identity(Self.node)) }
        #expect(client.mqttClientID == "n.home.kitchen")
        #expect(client.handler.connections.map(\.session) == [100, 100])
        #expect(client.handler.connections.map(\.connection) == [1, 2])
        #expect(client.handler.failures.map(\.kind) == [.identityChanged])
        #expect(client.handler.failures.first?.wasConnected == true)
        let (head, body) = try state(bus)
        #expect(head.from == Self.node)
        #expect(body == Lost(session: 100, connection: 2))
        _ = asker.take()
        client.perform { _, link in
            _ = try? link.request(.enrol(Fixture.kitchen), Lost(session: 1, connection: 1), timeout: .seconds(5))
        }
        let question = try #require(asker.messages.first { !$0.topic.contains("/replies/") })
        let replyTo = try #require(MessageCoder.decodeHead(question.payload).replyTo)
        #expect(replyTo.hasPrefix("beaconbus-private/home/replies/n_kitchen/"))
        bus.inject(replyTo, #"{"v":1,"session":7,"connection":8}"#)
        #expect(client.handler.answers.count == 1, "an answer below the new reply topic is received")
    }

    @Test(
        "D7: a change publishes no will, whatever it left unsent, and a late one of the old connection counts no more")
    func will() throws {
        let bus = VirtualBus()
        let client = joined(bus)
        let tap = bus.tap(Self.lost)
        client.perform { _, link in link.use(identity(Self.node)) }
        #expect(tap.messages.isEmpty)
        // What the broker would have published for the connection before.
        bus.inject(Self.lost, #"{"v":1,"session":100,"connection":1}"#, retain: true)
        client.cut()
        bus.advance(.seconds(5))
        #expect(tap.bodies(Lost.self).last == Lost(session: 100, connection: 2))
        #expect(try state(bus).body == Lost(session: 100, connection: 3), "the own late will is no reason to doubt")
        #expect(client.handler.adopted.isEmpty)
        #expect(client.handler.failures.map(\.kind) == [.identityChanged, .lost])
    }

    @Test("What was handed over before goes out under the old name; kept messages survive even a broker that is mute")
    func flush() throws {
        let bus = VirtualBus()
        let client = joined(bus)
        let tap = bus.tap("t/#")
        try client.perform { _, link in
            for number in 0..<300 {
                try link.publish(rawTopic: "t/\(number)", [1], token: PublishToken(UInt64(number)))
            }
            link.use(identity(Self.node))
        }
        #expect(tap.messages.count == 300)
        #expect(tap.messages.allSatisfy { $0.publisher == "boot.home.kitchen" })
        #expect(client.handler.outcomes.allSatisfy { $0.outcome == .acknowledged(hadSubscribers: false) })
        #expect(client.handler.outcomes.count == 300)

        _ = tap.take()
        bus.broker.withholdsAcknowledgements = true
        try client.perform { _, link in
            try link.publish(rawTopic: "t/kept", [1], .kept, token: PublishToken(1_000))
            link.use(identity(Self.boot))
            link.use(identity(Self.node))
            link.use(identity(Self.boot))
        }
        #expect(client.mqttClientID == "n.home.kitchen", "still waiting for the acknowledgement")
        bus.broker.withholdsAcknowledgements = false
        bus.advance(.seconds(2))
        #expect(client.mqttClientID == "boot.home.kitchen")
        #expect(tap.messages.map(\.publisher) == ["n.home.kitchen", "boot.home.kitchen"])
        #expect(client.handler.outcomes.last?.token == PublishToken(1_000))
    }

    @Test("Open requests end with connectionLost; one made before the new connection stands is answered at once")
    func requests() throws {
        let bus = VirtualBus()
        let client = joined(bus)
        try client.perform { _, link in
            try link.request(.enrol(Fixture.kitchen), Lost(session: 1, connection: 1), timeout: .seconds(60))
            link.use(identity(Self.node))
            try link.request(.enrol(Fixture.kitchen), Lost(session: 1, connection: 1), timeout: .seconds(60))
        }
        let codes = client.handler.answers.map { answer in
            if case .failure(let error) = answer.result { error.code } else { ErrorCode.internalError }
        }
        #expect(codes.sorted { $0.rawValue < $1.rawValue } == [.brokerUnreachable, .connectionLost])
    }

    @Test("R9: neither the former name's state nor many changes in a minute are taken for a rival")
    func ownFormerSelf() throws {
        let bus = VirtualBus()
        let client = joined(bus)
        for round in 0..<40 {
            client.perform { _, link in link.use(identity(round % 2 == 0 ? Self.node : Self.boot)) }
            bus.advance(.milliseconds(300))
        }
        #expect(client.handler.failures.allSatisfy { $0.kind == .identityChanged })
        #expect(client.handler.connections.map(\.connection) == (1...41).map { $0 })
        #expect(client.handler.adopted.isEmpty)
        // A restart, of a node whose former process was connected under the other name and is gone.
        client.kill()
        let again = joined(bus, as: Self.node, session: 101)
        again.perform { _, link in link.use(identity(Self.boot)) }
        bus.advance(.seconds(20))
        #expect(again.handler.failures.map(\.kind) == [.identityChanged])
        #expect(again.handler.adopted.isEmpty)
    }

    @Test(
        "R9: a rival under the same name is not disturbed more often because files were replaced; another name is tried"
    )
    func rival() {
        let bus = VirtualBus()
        let first = joined(bus, as: Self.node, session: 100)
        let second = joined(bus, as: Self.node, session: 100)
        bus.advance(.seconds(60))
        let clients = [first, second].filter { client in
            client.handler.failures.contains { $0.kind == .clientIDInUse }
        }
        let waiting = clients.first { !$0.link.isConnected }
        #expect(waiting != nil)
        let before = bus.broker.connects
        waiting?.perform { _, link in link.use(identity(Self.node)) }
        bus.advance(.seconds(60))
        #expect(bus.broker.connects == before)
        waiting?.perform { _, link in link.use(identity(Self.boot)) }
        #expect(waiting?.mqttClientID == "boot.home.kitchen")
    }

    @Test("A change while connecting, waiting or stopped is harmless")
    func otherStates() {
        let bus = VirtualBus()
        bus.broker.isSilent = true
        let client = joined(bus)
        client.perform { _, link in link.use(identity(Self.node)) }
        bus.broker.isSilent = false
        bus.broker.isDown = true
        bus.advance(.seconds(15))
        #expect(client.handler.connections.isEmpty)
        bus.broker.isDown = false
        client.perform { _, link in link.use(identity(Self.boot)) }
        #expect(client.mqttClientID == "boot.home.kitchen")
        client.perform { _, link in
            link.use(identity(Self.node))
            link.stop()
        }
        #expect(client.outcome != nil)
        client.perform { _, link in link.use(identity(Self.node)) }
        #expect(client.mqttClientID == nil)
    }

    @Test("R17: an identity that would talk plain text to another machine is refused with its name")
    func plainText() {
        let bus = VirtualBus()
        let client = joined(bus)
        client.perform { _, link in
            link.use(
                BusIdentity(clientID: Self.node, broker: BrokerAddress(host: "192.0.2.1", port: 1883)))
        }
        #expect(client.mqttClientID == nil)
        #expect(client.handler.failures.last?.error.code == .configurationInvalid)
    }

    @Test("A client id suffix is in the MQTT client identifier only")
    func suffix() throws {
        let bus = VirtualBus()
        let tap = bus.tap("t/#")
        var configuration = Fixture.plain("anna")
        configuration.clientIDSuffix = "-5f3a"
        let client = bus.join(configuration) { _ in TestHandler() }
        #expect(client.mqttClientID == "op.home.anna-5f3a")
        client.perform { _, link in
            try? link.publish(rawTopic: "t/1", MessageCoder.encode(link.nextHead(), Lost(session: 1, connection: 1)))
        }
        #expect(
            try MessageCoder.decodeHead(try #require(tap.messages.first).payload).from?.description == "op.home.anna")
    }

    @Test("With a certificate the MQTT client identifier begins as a closed broker demands; `from` stays")
    func prefix() throws {
        let bus = VirtualBus()
        let tap = bus.tap("t/#")
        var configuration = Fixture.plain("anna")
        configuration.tls = TLSConfiguration(authorityFile: "ca", certificateFile: "crt", keyFile: "key")
        configuration.clientIDSuffix = "-5f3a"
        let client = bus.join(configuration) { _ in TestHandler() }
        #expect(client.mqttClientID == "auto-op.home.anna-5f3a")
        client.perform { _, link in
            try? link.publish(rawTopic: "t/1", MessageCoder.encode(link.nextHead(), Lost(session: 1, connection: 1)))
        }
        #expect(
            try MessageCoder.decodeHead(try #require(tap.messages.first).payload).from?.description == "op.home.anna")
        configuration.tls = TLSConfiguration(authorityFile: "ca")
        let other = bus.join(configuration) { _ in TestHandler() }
        #expect(other.mqttClientID == "op.home.anna-5f3a", "without one of its own it has no name to protect")
    }

    @Test("A stored id is used for the request, and refused while it waits for its answer")
    func givenID() throws {
        let bus = VirtualBus()
        let tap = bus.tap("beaconbus-private/home/enrol/#")
        let client = joined(bus)
        let id = RequestID.random()
        try client.perform { _, link in
            let used = try link.request(
                .enrol(Fixture.kitchen), Lost(session: 1, connection: 1), timeout: .seconds(5), id: id)
            #expect(used == id)
            #expect(throws: BeaconBusError(.requestConflict, reason: "", suggestion: "")) {
                try link.request(
                    .enrol(Fixture.kitchen), Lost(session: 1, connection: 1), timeout: .seconds(5), id: id)
            }
        }
        bus.advance(.seconds(6))
        try client.perform { _, link in
            try link.request(.enrol(Fixture.kitchen), Lost(session: 1, connection: 1), timeout: .seconds(5), id: id)
        }
        let sent = try tap.messages.map { try MessageCoder.decodeHead($0.payload).id }
        #expect(sent == [id, id])
    }
}
