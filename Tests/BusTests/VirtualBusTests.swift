import Bus
import Schema
import Support
import Testing

@Suite("A client on the virtual bus")
struct VirtualBusTests {
    @Test("A message published by one client reaches the handler of another in one pass, and its token is acknowledged")
    func publishAndReceive() throws {
        let bus = VirtualBus()
        let receiver = bus.join(Fixture.plain("receiver", ["beaconbus/home/#"])) { _ in TestHandler() }
        let sender = bus.join(Fixture.configuration()) { _ in TestHandler() }
        try sender.perform { _, link in
            try link.publish(.nodeLost(Fixture.kitchen), Lost(session: 1, connection: 2), token: PublishToken(7))
        }
        #expect(receiver.handler.received.map(\.topic) == [.nodeLost(Fixture.kitchen)])
        let decoded = try receiver.handler.received[0].decode(Lost.self)
        #expect(decoded.body == Lost(session: 1, connection: 2))
        #expect(decoded.head.from?.description == "n.home.kitchen")
        #expect(sender.handler.outcomes.map(\.token.value) == [7])
        #expect(sender.handler.outcomes.first?.outcome == .acknowledged(hadSubscribers: true))
    }

    @Test("D7: a higher session in the own retained state is adopted before anything is published, also in the will")
    func raisesSession() throws {
        let bus = VirtualBus()
        bus.inject(Fixture.state, #"{"v":1,"session":500,"seq":1}"#, retain: true)
        let tap = bus.tap("beaconbus/home/#")
        let client = bus.join(Fixture.configuration(session: 100)) { _ in TestHandler() }
        #expect(client.handler.adopted == [501])
        #expect(client.handler.connections.map(\.session) == [501])
        #expect(client.handler.connections.map(\.connection) == [1])
        #expect(bus.broker.connects == 2)
        #expect(tap.messages.isEmpty)
        client.cut()
        let lost = try #require(tap.bodies(Lost.self).first)
        #expect(lost == Lost(session: 501, connection: 1))
    }
}
