import Schema
import Support
import Testing

@testable import LifecycleService

@Suite("Lifecycle service: kill -9 of the process")
struct ProcessRestartTests {
    @Test("Running with its scanner is taken over without an event")
    func running() {
        let node = VirtualNode()
        node.send("start")
        node.bus.advance(.seconds(5))
        _ = node.said()
        node.restart()
        node.bus.advance(.seconds(60))
        #expect(node.said() == ["lost", "state running requested announced 100.1"])
        #expect(node.state == .running)
    }

    @Test("Running whose scanner is gone is lost after 15 s")
    func runningAlone() {
        let node = VirtualNode()
        node.send("start")
        node.kill()
        node.killScanner()
        _ = node.said()
        node.revive()
        node.bus.advance(.seconds(16))
        #expect(node.said().last == "stopped scannerSilent")
    }

    @Test("Running whose source ended meanwhile is stopped with that cause")
    func runningEnded() {
        let node = VirtualNode()
        node.send("start")
        node.kill()
        node.scannerSays { $0.error = BeaconBusError(.sourceEnded, reason: "r", suggestion: "s") }
        node.revive()
        #expect(node.said().last == "stopped sourceEnded")
    }

    @Test("Starting ends in startFailed, answered, once the scanner has nothing left of it")
    func starting() {
        let node = VirtualNode()
        node.scanner?.handler.answer = .nothing
        node.ask("start", "a")
        node.kill()
        _ = node.said()
        node.revive()
        #expect(node.answered() == ["a startFailed startInterrupted"])
        #expect(node.scanner?.handler.commands == ["scan 100.1", "halt 100.1"])
        #expect(node.said().contains("startFailed startInterrupted [a]"))
    }

    @Test("Stopping halts again and finishes")
    func stopping() {
        let node = VirtualNode()
        node.send("start")
        node.scanner?.handler.halts = false
        node.ask("stop", "a")
        node.kill()
        node.scanner?.handler.halts = true
        _ = node.said()
        node.revive()
        #expect(node.answered() == ["a stopped"])
        #expect(node.said().suffix(2) == ["stateChanged stopping idle", "stopped null [a]"])
    }

    @Test("An event the broker had not acknowledged comes again, under its number")
    func outbox() throws {
        let node = VirtualNode()
        let tap = node.bus.tap("beaconbus/home/nodes/kitchen/events/started")
        node.bus.broker.withholdsAcknowledgements = true
        node.ask("start", "a")
        node.kill()
        node.bus.broker.withholdsAcknowledgements = false
        node.revive()
        node.bus.advance(.seconds(5))
        let events = tap.bodies(StartedEvent.self)
        #expect(events.count == 2)
        #expect(Set(events.map(\.number)).count == 1)
        #expect(node.retained?.announced == RunID("100.1"))
        #expect(Set(node.answered()) == ["a started"])
    }

    @Test(
        "Requests that come again are known after a restart: waiting ones are one request, answered ones stay answered")
    func requestsAgain() {
        let node = VirtualNode()
        node.ask("start", "a")
        node.ask("stop", "b")
        node.restart()
        _ = node.answered()
        node.ask("start", "a")
        #expect(node.answered() == ["a started"])
        #expect(node.state == .idle, "it was over before b")
        node.scanner?.handler.answer = .nothing
        node.ask("start", "c")
        node.scanner?.handler.halts = false
        node.restart()
        node.ask("start", "c")
        #expect(node.handler.machine.waiting == 1)
        node.scannerSays { $0.halts = true }
        node.bus.advance(.seconds(20))
        #expect(node.answered() == ["c startFailed"].map { $0 + " startInterrupted" })
    }

    @Test("Events are numbered rising over restarts")
    func numbers() {
        let node = VirtualNode()
        let tap = node.bus.tap("beaconbus/home/nodes/kitchen/events/stopped")
        for _ in 0..<5 {
            node.send("start")
            node.send("stop")
            node.bus.advance(.seconds(5))
            node.restart()
        }
        let numbers = tap.bodies(StoppedEvent.self).map(\.number)
        #expect(numbers.count == 5)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("A node of which nothing is stored begins idle, and halts a scanner only through its state")
    func forgotten() {
        let node = VirtualNode()
        node.startScanner(run: RunID("7.7"))
        #expect(node.state == .idle)
        #expect(node.retained?.run == nil)
    }
}
