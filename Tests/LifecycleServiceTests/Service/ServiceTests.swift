import Schema
import Support
import Testing

@testable import LifecycleService

@Suite("Lifecycle service: start and stop")
struct ServiceTests {
    @Test(
        "H3, H4, H21–H24: mosquitto_pub with {\"v\":1} starts a node; state, stateChanged, started in order, announced")
    func start() {
        let node = VirtualNode()
        #expect(node.said() == ["state idle"])
        node.send("start")
        #expect(
            node.said() == [
                "state starting requested", "stateChanged idle starting",
                "state running requested", "stateChanged starting running", "started 100.1",
                "state running requested announced 100.1",
            ])
        #expect(node.scanner?.handler.commands == ["scan 100.1"])
        #expect(node.retained?.announced == RunID("100.1"))
    }

    @Test("H24: on entering running or idle the specific event is the next message of the process")
    func sequence() throws {
        let node = VirtualNode()
        let tap = node.bus.tap("#")
        node.ask("start", "a")
        node.ask("stop", "b")
        let own = try tap.messages.filter { $0.publisher == "n.home.kitchen" }.map { stored in
            (stored.topic, try #require(MessageCoder.decodeHead(stored.payload).seq))
        }
        #expect(zip(own, own.dropFirst()).allSatisfy { $0.1 < $1.1 }, "the order on the wire is the order of seq")
        for (index, message) in own.enumerated() where message.0.hasSuffix("state-changed") {
            let next = own[index + 1]
            guard next.0.contains("/events/") else { continue }
            #expect(next.1 == message.1 + 1)
            #expect(own[index - 1].0.hasSuffix("/state"))
            #expect(own[index - 1].1 == message.1 - 1)
        }
    }

    @Test("H6, D14: start and stop are answered with their outcome, once each, and named in the events")
    func answers() {
        let node = VirtualNode()
        node.ask("start", "a")
        #expect(node.answered() == ["a started"])
        #expect(node.said().contains("started 100.1 [a]"))
        node.ask("start", "b")
        #expect(node.answered() == ["b started repeated"])
        #expect(node.said() == ["state running requested announced 100.1", "started 100.1 repeated [b]"])
        node.ask("stop", "c")
        #expect(node.answered() == ["c stopped"])
        #expect(
            node.said() == [
                "state stopping", "stateChanged running stopping", "state idle", "stateChanged stopping idle",
                "stopped null [c]",
            ])
        node.ask("stop", "d")
        #expect(node.answered() == ["d stopped"])
        #expect(node.said() == ["state idle", "stopped null repeated [d]"])
    }

    @Test("R19: a stop during a start wins; its start is superseded, and both are answered")
    func race() {
        let node = VirtualNode()
        node.scanner?.handler.answer = .nothing
        node.ask("start", "a")
        node.ask("stop", "b")
        #expect(node.answered() == ["a superseded", "b stopped"])
        #expect(node.said().last == "stopped null [b]")
        #expect(node.scanner?.handler.commands == ["scan 100.1", "halt 100.1"])
    }

    @Test("A start during a stop begins when the stop is done")
    func latch() {
        let node = VirtualNode()
        node.send("start")
        node.scanner?.handler.halts = false
        node.ask("stop", "a")
        node.ask("start", "b")
        #expect(node.answered().isEmpty)
        node.scannerSays { ($0.halts, $0.run) = (true, nil) }
        #expect(node.answered() == ["a stopped", "b started"])
        #expect(node.handler.machine.run == RunID("100.2"))
    }

    @Test("H4: a scanner whose answer is lost, but whose status scans, has started")
    func statusInstead() {
        let node = VirtualNode()
        node.scanner?.handler.answer = .scansInSilence
        node.ask("start", "a")
        #expect(node.answered() == ["a started"])
    }

    @Test("H10, H14–H20: a failed start says why, arms ready, says it once, and starts nothing")
    func failed() {
        let node = VirtualNode()
        node.scanner?.handler.answer = .fails(BeaconBusError(.adapterOff, reason: "r", suggestion: "s"))
        node.scannerSays { $0.adapter = .off }
        _ = node.said()
        node.ask("start", "a")
        #expect(node.answered() == ["a startFailed adapterOff"])
        #expect(
            node.said() == [
                "state starting requested", "stateChanged idle starting", "state idle requested armed",
                "stateChanged starting idle", "startFailed adapterOff [a]",
            ])
        #expect(node.retained?.error?.code == .adapterOff)
        for _ in 0..<5 {
            node.scannerSays { $0.adapter = .ready }
            node.scannerSays { $0.adapter = .off }
        }
        node.bus.advance(.seconds(3_600))
        #expect(node.said() == ["state idle requested", "ready adapter"])
    }

    @Test("H14: an adapter that was ready while the start failed is not ready again by that; its next word counts")
    func stale() {
        let node = VirtualNode()
        node.scannerSays { $0.adapter = .ready }
        node.scanner?.handler.answer = .fails(BeaconBusError(.adapterFailed, reason: "r", suggestion: "s"))
        // Its status comes later than its answer.
        node.scanner?.handler.isMute = true
        node.ask("start", "a")
        #expect(node.answered() == ["a startFailed adapterFailed"])
        node.bus.advance(.seconds(60))
        #expect(!node.said().contains("ready adapter"))
        node.scanner?.handler.isMute = false
        node.scannerSays { $0.adapter = .failed }
        #expect(!node.said().contains("ready adapter"))
        node.scannerSays { $0.adapter = .ready }
        #expect(node.said().contains("ready adapter"))
    }

    @Test("H14: an adapter that is ready again in the very report of the failure is noticed")
    func atOnce() {
        let node = VirtualNode()
        node.scannerSays { $0.adapter = .missing }
        node.scanner?.handler.answer = .fails(BeaconBusError(.adapterMissing, reason: "r", suggestion: "s"))
        node.scanner?.handler.adapterOnceFailed = .ready
        node.ask("start", "a")
        #expect(node.answered() == ["a startFailed adapterMissing"])
        #expect(node.said().contains("ready adapter"))
    }

    @Test("H16: an adapter that cannot do it arms nothing")
    func unsupported() {
        let node = VirtualNode()
        node.scanner?.handler.answer = .fails(BeaconBusError(.adapterUnsupported, reason: "r", suggestion: "s"))
        node.send("start")
        node.scannerSays { $0.adapter = .ready }
        #expect(!node.said().contains { $0.hasPrefix("ready") || $0.contains("armed") })
    }

    @Test("H12, D1: a scanner that never answers fails the start within 30 s; what was asked of it is undone")
    func timeout() {
        let node = VirtualNode()
        node.scanner?.handler.answer = .nothing
        node.ask("start", "a")
        node.bus.advance(.seconds(24))
        #expect(node.state == .starting)
        node.bus.advance(.seconds(6))
        #expect(node.answered() == ["a startFailed startTimeout"])
        #expect(node.scanner?.handler.commands.contains("halt 100.1") == true)
    }

    @Test("Without a scanner a start fails after 15 s, and ready comes with the scanner")
    func noScanner() {
        let node = VirtualNode(scanner: false)
        node.ask("start", "a")
        node.bus.advance(.seconds(15))
        #expect(node.answered() == ["a startFailed scannerSilent"])
        _ = node.said()
        node.startScanner()
        #expect(node.said() == ["state idle requested", "ready scanner"])
    }

    @Test("A scanner that comes during the start is asked then")
    func lateScanner() {
        let node = VirtualNode(scanner: false)
        node.ask("start", "a")
        node.bus.advance(.seconds(10))
        node.startScanner()
        #expect(node.answered() == ["a started"])
    }

    @Test("A right that is missing is ready only with another scanner process")
    func scannerRestart() {
        let node = VirtualNode()
        node.scanner?.handler.answer = .fails(BeaconBusError(.capabilityMissing, reason: "r", suggestion: "s"))
        node.send("start")
        node.scannerSays { _ in }
        #expect(!node.said().contains("ready scanner"))
        node.killScanner()
        node.startScanner()
        #expect(node.said().contains("ready scanner"))
    }
}
