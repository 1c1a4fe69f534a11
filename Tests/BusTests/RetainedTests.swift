import Bus
import Schema
import Support
import Testing

@Suite("Own retained topics")
struct RetainedTests {
    private func value(_ bus: VirtualBus, _ topic: String) -> String? {
        bus.broker.retainedMessage(topic).map { String(decoding: $0.payload, as: UTF8.self) }
    }

    @Test("R8: after a broker restart without persistence all retained topics come back, the own state first")
    func restore() throws {
        let bus = VirtualBus()
        let client = bus.join(Fixture.configuration()) { _ in TestHandler() }
        client.handler.onConnected = { link in
            try? link.publish(rawTopic: "event", [])
            try? link.setRetained(.nodeState(Fixture.kitchen), Lost(session: link.session, connection: link.connection))
        }
        client.perform { _, link in
            for number in 0..<20 { try? link.setRetained(rawTopic: "r/\(number)", [UInt8(number)]) }
            try? link.setRetained(.nodeState(Fixture.kitchen), Lost(session: link.session, connection: link.connection))
        }
        let tap = bus.tap("#")
        bus.broker.restart(keepingRetained: false)
        bus.settle()
        #expect(bus.broker.retained.isEmpty)
        bus.advance(.seconds(5))
        #expect(tap.topics.first { !$0.contains("/replies/") } == Fixture.state)
        #expect(tap.bodies(Lost.self).last?.connection == 2)
        for number in 0..<20 { #expect(bus.broker.retainedMessage("r/\(number)")?.payload == [UInt8(number)]) }
        #expect(client.link.counters.restored >= 20)
    }

    @Test("R8: retained topics come back jittered and at no more than 500 a second")
    func rate() {
        let bus = VirtualBus()
        let client = bus.join(Fixture.plain("a")) { _ in TestHandler() }
        client.perform { _, link in
            for number in 0..<2_000 { try? link.setRetained(rawTopic: "r/\(number)", [1]) }
        }
        bus.broker.restart(keepingRetained: false)
        bus.settle()
        let tap = bus.tap("r/#")
        bus.advance(.seconds(10))
        #expect(tap.messages.count == 2_000)
        for (index, message) in tap.messages.enumerated() where index + 510 < tap.messages.count {
            #expect((tap.messages[index + 510].at - message.at) > .milliseconds(980))
        }
        let waits = (0..<8).map { seed -> Duration in
            let bus = VirtualBus(seed: UInt64(seed) * 77)
            let client = bus.join(Fixture.plain("a")) { _ in TestHandler() }
            client.perform { _, link in try? link.setRetained(rawTopic: "r", [1]) }
            bus.broker.restart(keepingRetained: false)
            let tap = bus.tap("r")
            let start = bus.now
            bus.advance(.seconds(5))
            return (tap.messages.first?.at ?? start) - start
        }
        #expect(Set(waits).count == waits.count, "every client waits its own time")
    }

    @Test("A later value replaces an earlier one that still waits to be restored")
    func replaced() {
        let bus = VirtualBus()
        let client = bus.join(Fixture.plain("a")) { _ in TestHandler() }
        client.perform { _, link in try? link.setRetained(rawTopic: "r", [1]) }
        client.cut()
        client.perform { _, link in try? link.setRetained(rawTopic: "r", [2]) }
        let tap = bus.tap("r")
        bus.advance(.seconds(5))
        #expect(tap.messages.map(\.payload) == [[2]])
    }

    @Test("The own state set in `connected` is sent once and first, even when set twice")
    func ownStateFirst() {
        let bus = VirtualBus()
        let tap = bus.tap("#")
        bus.join(Fixture.configuration()) { _ in
            let handler = TestHandler()
            handler.onConnected = { link in
                try? link.publish(rawTopic: "event", [])
                try? link.setRetained(.nodeState(Fixture.kitchen), Lost(session: 1, connection: 1))
                try? link.setRetained(.nodeState(Fixture.kitchen), Lost(session: 1, connection: 2))
            }
            return handler
        }
        #expect(tap.topics.filter { !$0.contains("/replies/") } == [Fixture.state, "event"])
        #expect(tap.bodies(Lost.self).map(\.connection) == [2])
    }

    @Test("R14: a cleared topic stays cleared, also on a broker that comes back with an old disk")
    func cleared() {
        let bus = VirtualBus()
        let client = bus.join(Fixture.plain("a")) { _ in TestHandler() }
        client.perform { _, link in try? link.setRetained(rawTopic: "r/1", [1]) }
        let old = bus.broker.retained
        client.perform { _, link in try? link.clearRetained(rawTopic: "r/1") }
        #expect(bus.broker.retained.isEmpty)
        bus.broker.restart(keepingRetained: true)
        bus.broker.restoreRetained(old)
        bus.advance(.seconds(5))
        #expect(bus.broker.retained.isEmpty)
    }

    @Test("D8: a process that dies leaves its will, one that stops says so too, and a new one is newer than both")
    func wills() throws {
        let bus = VirtualBus()
        let tap = bus.tap("beaconbus/home/nodes/kitchen/lost")
        let first = bus.join(Fixture.configuration(session: 100)) { _ in TestHandler() }
        first.kill()
        #expect(tap.bodies(Lost.self) == [Lost(session: 100, connection: 1)])
        let second = bus.join(Fixture.configuration(session: 101)) { _ in TestHandler() }
        second.cut()
        bus.advance(.seconds(2))
        second.stop()
        #expect(
            tap.bodies(Lost.self)
                == [(100, 1), (101, 1), (101, 2)].map { Lost(session: $0, connection: $1) })
    }

    @Test("A newer will left by another process with our client id does not make us count as lost for good")
    func foreignWill() throws {
        let bus = VirtualBus()
        bus.broker.announcesTakeOver = false
        let atWork = bus.join(Fixture.configuration(session: 100)) { _ in TestHandler() }
        atWork.handler.onConnected = { link in
            try? link.setRetained(.nodeState(Fixture.kitchen), Lost(session: link.session, connection: link.connection))
        }
        atWork.perform { _, link in
            try? link.setRetained(.nodeState(Fixture.kitchen), Lost(session: link.session, connection: link.connection))
        }
        // A quiet newcomer: it publishes nothing, is taken over, notices and yields.
        let newcomer = bus.join(Fixture.configuration(session: 200)) { link in TestHandler() }
        bus.advance(.seconds(2))
        #expect(newcomer.handler.failures.map(\.kind).contains(.takenOver))
        newcomer.stop()
        bus.advance(.seconds(5))
        let state = try #require(bus.broker.retainedMessage(Fixture.state))
        let lost = try #require(bus.broker.retainedMessage("beaconbus/home/nodes/kitchen/lost"))
        let (alive, gone) = (
            try MessageCoder.decode(Lost.self, state.payload).body,
            try MessageCoder.decode(Lost.self, lost.payload).body
        )
        #expect((alive.session, alive.connection) > (gone.session, gone.connection))
        #expect(atWork.link.isConnected)
    }
}
