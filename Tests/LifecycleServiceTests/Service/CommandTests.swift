import Bus
import Schema
import Support
import Testing

@testable import LifecycleService

@Suite("Lifecycle service: commands")
struct CommandTests {
    @Test("D14: a retained command is refused, live or from the broker's store")
    func retained() {
        let node = VirtualNode()
        node.send(
            "start", #"{"v":1,"id":"a","replyTo":"beaconbus-private/home/replies/op_anna/a"}"#, retain: true)
        #expect(node.answered() == ["a refused commandRetained"])
        #expect(node.state == .idle)
        node.restart()
        #expect(node.answered() == ["a refused commandRetained"])
        #expect(node.state == .idle)
    }

    @Test("An empty retained message, which clears a topic, is no command")
    func clearing() {
        let node = VirtualNode()
        _ = node.said()
        node.send("start", "", retain: true)
        #expect(node.said().isEmpty && node.state == .idle)
    }

    @Test("D14: an outdated command is refused")
    func expired() {
        let node = VirtualNode()
        node.ask("start", "a", #","ttl":0"#)
        #expect(node.answered() == ["a refused commandExpired"])
        #expect(node.state == .idle)
    }

    @Test("D14: a latched start whose time runs out before the stop is done is refused")
    func latchedExpired() {
        let node = VirtualNode()
        node.send("start")
        node.scanner?.handler.halts = false
        node.ask("stop", "a")
        node.ask("start", "b", #","ttl":1000"#)
        node.bus.advance(.seconds(20))
        #expect(node.answered() == ["a stopped scannerSilent", "b refused commandExpired"])
        #expect(node.state == .idle)
    }

    @Test(
        "D14: a reply topic outside the asker's own is refused; nothing is carried out",
        arguments: [
            "beaconbus-private/home/replies/op_bert/a", "beaconbus/home/nodes/kitchen/state",
            "beaconbus-private/other/replies/op_anna/a", "#", "", "beaconbus-private/home/replies/op_anna",
        ])
    func foreignReply(_ topic: String) {
        let node = VirtualNode()
        let tap = node.bus.tap("#")
        node.send("start", #"{"v":1,"id":"a","replyTo":"\#(topic)"}"#)
        #expect(node.state == .idle)
        #expect(!tap.topics.dropFirst().contains(topic))
        #expect(node.client.link.counters.foreignReplyTopics == 1)
    }

    @Test("D14: the response topic and correlation data of MQTT 5 serve as well as the body")
    func properties() throws {
        let node = VirtualNode()
        let tap = node.bus.tap("beaconbus-private/home/replies/op_anna/#")
        node.bus.inject(
            "beaconbus/home/nodes/kitchen/commands/start/op_anna", Array(#"{"v":1}"#.utf8),
            responseTopic: "beaconbus-private/home/replies/op_anna/x", correlation: [1, 2, 3])
        let answer = try #require(tap.messages.first)
        #expect(answer.correlation == [1, 2, 3])
        #expect(tap.bodies(CommandOutcome.self).map(\.outcome) == [.started])
    }

    @Test("The same request id again is answered with the same outcome, and carried out once")
    func repeatedID() {
        let node = VirtualNode()
        node.scanner?.handler.answer = .nothing
        node.ask("start", "a")
        node.ask("start", "a")
        #expect(node.handler.machine.waiting == 1)
        node.scannerSays { $0.run = RunID("100.1") }
        #expect(node.answered() == ["a started"])
        node.ask("stop", "b")
        node.ask("start", "a")
        #expect(node.answered() == ["b stopped", "a started"])
        #expect(node.state == .idle)
    }

    @Test(
        "R18: what is no command is refused with field and reason where an answer can go, and changes nothing",
        arguments: [
            "", "{", "[]", "null", #"{"v":2}"#, #"{"v":"1"}"#, #"{}"#, #"{"v":1,"id":7}"#, #"{"v":1,"ttl":-1}"#,
            #"{"v":1,"ttl":1e300}"#, #"{"v":1,"id":"\u0000"}"#, "\u{fffd}",
        ])
    func garbage(_ body: String) {
        let node = VirtualNode()
        _ = node.said()
        node.bus.inject(
            "beaconbus/home/nodes/kitchen/commands/start/op_anna", Array(body.utf8),
            responseTopic: "beaconbus-private/home/replies/op_anna/x")
        #expect(node.state == .idle)
        #expect(node.said().isEmpty)
        let answers = node.answered()
        #expect(answers.count == 1 && answers.allSatisfy { $0.hasPrefix("x refused") }, "\(answers)")
    }

    @Test("R18: garbage on every topic it listens to is dropped")
    func garbageEverywhere() {
        let node = VirtualNode()
        node.send("start")
        _ = node.said()
        var random = SeededGenerator(seed: 18)
        let levels = [
            "scanner", "scanner/lost", "commands/start/op_anna", "commands/nonsense/op_anna", "commands/start/x",
            "commands/discover/op_anna",
        ]
        for _ in 0..<2_000 {
            let length = Int.random(in: 0..<200, using: &random)
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            let level = levels[Int.random(in: 0..<levels.count, using: &random)]
            node.bus.inject(
                "beaconbus/home/nodes/kitchen/\(level)", bytes, retain: Bool.random(using: &random))
        }
        #expect(node.state == .running)
        #expect(node.said().isEmpty)
    }

    @Test("R12: a flood of commands is bounded, each of it answered")
    func flood() {
        let node = VirtualNode()
        node.scanner?.handler.answer = .nothing
        for number in 0..<500 { node.ask("start", "r\(number)") }
        #expect(node.handler.machine.waiting <= 64)
        let refused = node.answered()
        #expect(refused.count == 500 - node.handler.machine.waiting)
        #expect(refused.allSatisfy { $0.hasSuffix("refused busy") })
        node.bus.advance(.seconds(60))
        #expect(node.answered().count == 500 - refused.count)
    }

    @Test("D18: discover is passed on to the scanner and its answer passed back")
    func discover() {
        let node = VirtualNode()
        node.ask("discover", "a", #","duration":5000"#)
        #expect(node.scanner?.handler.commands == ["discover 5000"])
        #expect(node.answered() == ["a something else"])
        node.killScanner()
        node.ask("discover", "b")
        #expect(node.answered() == ["b refused scannerSilent"])
    }
}
