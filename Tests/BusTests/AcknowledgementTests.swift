import Bus
import Schema
import Support
import Testing

@Suite("Commit before acknowledge")
struct AcknowledgementTests {
    @Test("A failed commit acknowledges nothing, ends the connection, and comes back when the probe works")
    func failedCommit() throws {
        let bus = VirtualBus()
        let receiver = bus.join(Fixture.plain("receiver", ["t/#"])) { _ in TestHandler() }
        receiver.handler.commitFails = true
        bus.inject("t/1", "a")
        #expect(receiver.handler.received.isEmpty)
        #expect(receiver.handler.failures.map(\.kind) == [.commitFailed])
        #expect(!receiver.link.isConnected)
        #expect(receiver.link.counters.failedCommits == 1)
        bus.advance(.seconds(10))
        #expect(receiver.handler.probes > 2)
        #expect(!receiver.link.isConnected)
        receiver.handler.commitFails = false
        bus.advance(.seconds(31))
        #expect(receiver.link.isConnected)
        // The sender's own repetition delivers it.
        bus.inject("t/1", "a")
        #expect(receiver.handler.received.count == 1)
    }

    @Test("Nothing a handler published in the pass of a failed commit reaches anyone; its tokens are lost")
    func failedCommitPublishesNothing() {
        let bus = VirtualBus()
        let tap = bus.tap("answer/#")
        let receiver = bus.join(Fixture.plain("receiver", ["t/#"])) { _ in TestHandler() }
        receiver.handler.onReceived = { _, link in
            try link.publish(rawTopic: "answer/1", [1], token: PublishToken(9))
            throw TestHandler.Full()
        }
        bus.inject("t/1", "a")
        #expect(tap.messages.isEmpty)
        #expect(receiver.handler.outcomes.map(\.outcome) == [.lost])
    }

    @Test("Only as many messages are under way as the receive maximum allows; they come in order, in one pass each")
    func receiveMaximum() {
        let bus = VirtualBus()
        var configuration = Fixture.plain("receiver", ["t/#"])
        configuration.limits.receiveMaximum = 7
        let receiver = bus.join(configuration) { _ in TestHandler() }
        let sender = bus.join(Fixture.plain("sender")) { _ in TestHandler() }
        sender.perform { _, link in
            for number in 0..<50 { try? link.publish(rawTopic: "t/1", Array(String(number).utf8)) }
        }
        #expect(
            receiver.handler.received.map { String(decoding: $0.payload, as: UTF8.self) } == (0..<50).map(String.init))
        #expect(receiver.handler.log.filter { $0.hasPrefix("received") }.allSatisfy { $0 != "received 8" })
    }

    @Test("Retained messages that come while filters are still being granted wait for `connected`, unacknowledged")
    func heldBack() {
        let bus = VirtualBus()
        bus.inject("t/1", "old", retain: true)
        let receiver = bus.join(Fixture.plain("receiver", ["t/#", "u/#"])) { _ in TestHandler() }
        #expect(receiver.handler.log == ["connected", "received 1"])
        #expect(receiver.handler.received[0].retained)
    }

    @Test("The window bounds what is sent and not acknowledged; the rest waits in order")
    func window() {
        let bus = VirtualBus()
        bus.broker.receiveMaximum = 5
        bus.broker.withholdsAcknowledgements = true
        let tap = bus.tap("t/#")
        let sender = bus.join(Fixture.plain("sender")) { _ in TestHandler() }
        sender.perform { _, link in
            for number in 0..<12 { try? link.publish(rawTopic: "t/\(number)", []) }
            #expect(link.queued == 12)
        }
        #expect(tap.topics == (0..<5).map { "t/\($0)" })
    }

    @Test("A token is answered exactly once: acknowledged, refused, or lost with the connection")
    func tokens() {
        let bus = VirtualBus()
        bus.broker.refusedTopics = ["t/no"]
        let sender = bus.join(Fixture.plain("sender")) { _ in TestHandler() }
        sender.perform { _, link in
            try? link.publish(rawTopic: "t/yes", [], token: PublishToken(1))
            try? link.publish(rawTopic: "t/no", [], token: PublishToken(2))
        }
        bus.broker.withholdsAcknowledgements = true
        sender.perform { _, link in try? link.publish(rawTopic: "t/late", [], token: PublishToken(3)) }
        sender.cut()
        sender.perform { _, link in try? link.publish(rawTopic: "t/off", [], token: PublishToken(4)) }
        let outcomes = Dictionary(uniqueKeysWithValues: sender.handler.outcomes.map { ($0.token.value, $0.outcome) })
        #expect(outcomes[1] == .acknowledged(hadSubscribers: false))
        if case .refused(let error)? = outcomes[2] {
            #expect(error.reason.contains("t/no"))
        } else {
            Issue.record("refused")
        }
        #expect(outcomes[3] == .lost)
        #expect(outcomes[4] == .lost)
        #expect(sender.handler.outcomes.count == 4)
    }

    @Test("Nothing unacknowledged survives a reconnect, except what is to be kept, in order and with its number")
    func kept() throws {
        let bus = VirtualBus()
        let tap = bus.tap("t/#")
        let sender = bus.join(Fixture.plain("sender")) { _ in TestHandler() }
        bus.broker.withholdsAcknowledgements = true
        try sender.perform { _, link in
            try link.publish(rawTopic: "t/plain", [1], token: PublishToken(1))
            try link.publish(rawTopic: "t/kept", [1], .kept, token: PublishToken(2))
            try link.publish(rawTopic: "t/kept", [2], .kept, token: PublishToken(3))
        }
        sender.cut()
        #expect(sender.handler.outcomes.map(\.token.value) == [1])
        try sender.perform { _, link in try link.publish(rawTopic: "t/kept", [3], .kept, token: PublishToken(4)) }
        _ = tap.take()
        bus.broker.withholdsAcknowledgements = false
        bus.advance(.seconds(5))
        #expect(tap.messages.map(\.payload) == [[1], [2], [3]])
        #expect(tap.topics.allSatisfy { $0 == "t/kept" })
        #expect(sender.handler.outcomes.map(\.token.value) == [1, 2, 3, 4])
    }

    @Test("R12: the queue is bounded; what does not fit is refused, QoS 0 is dropped and counted")
    func bounded() {
        let bus = VirtualBus()
        var configuration = Fixture.plain("sender")
        configuration.limits.queuedMessages = 3
        bus.broker.withholdsAcknowledgements = true
        let sender = bus.join(configuration) { _ in TestHandler() }
        sender.perform { _, link in
            for number in 0..<3 {
                #expect(throws: Never.self) { try link.publish(rawTopic: "t/\(number)", []) }
            }
            #expect(throws: BeaconBusError.self) { try link.publish(rawTopic: "t/3", []) }
            #expect(throws: Never.self) { try link.publish(rawTopic: "t/3", [], .once) }
            #expect(link.counters.discarded == 1)
        }
        sender.cut()
        sender.perform { _, link in
            #expect(throws: Never.self) { try link.publish(rawTopic: "t/3", [], .once) }
            #expect(link.counters.discarded == 2)
        }
    }

    @Test("R12: a message above 60 KiB and a topic with a wildcard are refused")
    func refused() {
        let bus = VirtualBus()
        let sender = bus.join(Fixture.plain("sender")) { _ in TestHandler() }
        sender.perform { _, link in
            #expect(throws: BeaconBusError.self) {
                try link.publish(rawTopic: "t", [UInt8](repeating: 0, count: 61_441))
            }
            for topic in ["", "a/+", "a/#", "a\u{0}b", String(repeating: "a", count: 257), "a/b/c/d/e/f/g/h/i/j"] {
                #expect(throws: BeaconBusError.self) { try link.publish(rawTopic: topic, []) }
            }
        }
    }
}
