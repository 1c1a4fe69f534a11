import Schema
import Testing

@testable import LifecycleService

/// What a restarted process does with what it had stored (design §5 "Run and order").
@Suite("Life cycle: restart")
struct RestartTests {
    @Test("Stored running is taken over without an event")
    func running() {
        var node = TableNode(.running)
        node.feed(.announced(attempt: 1))
        node.restart()
        #expect(node.log.isEmpty)
        #expect(node.machine.state == .running)
        #expect(node.machine.run?.description == "7.1")
        #expect(node.machine.view.announced?.description == "7.1")
    }

    @Test("Stored running without its scanner is lost")
    func runningLost() {
        var node = TableNode(.running)
        node.restart()
        node.feed(.lost(attempt: 1, BeaconBusError(.scannerSilent, reason: "r", suggestion: "s")))
        #expect(node.log == ["persist", "state idle requested stopped scannerSilent []", "halt 7.1"])
    }

    @Test("Stored starting ends in startFailed once the scanner has nothing left of it, and its requester hears it")
    func starting() {
        var node = TableNode(.starting)
        node.restart()
        #expect(node.log == ["halt 7.1"])
        node.feed(.halted(attempt: 1))
        #expect(
            node.log == [
                "persist", "state idle requested armed startFailed startInterrupted [a]",
                "anna startFailed startInterrupted",
            ])
        node.feed(.start(.bert))
        #expect(node.machine.run?.description == "8.2", "another session, another attempt")
    }

    @Test("Stored starting ends in startFailed even if no scanner ever answers")
    func startingSilent() {
        var node = TableNode(.starting)
        node.restart()
        node.pass(.seconds(15))
        #expect(node.log.last == "anna startFailed startInterrupted")
    }

    @Test("Stored stopping halts again and finishes; the latched start follows")
    func stopping() {
        var node = TableNode(.stopping)
        node.feed(.start(.bert))
        node.restart()
        #expect(node.log == ["halt 7.1"])
        node.feed(.halted(attempt: 1))
        #expect(
            node.log == [
                "persist", "state idle requested stopped null [a]", "anna stopped null",
                "persist", "state starting requested", "identity 2",
            ])
    }

    @Test("A stored state without its run counts as idle")
    func broken() {
        var stored = TableNode(.running).machine.stored
        stored.run = nil
        let machine = NodeStateMachine(session: 9, stored: stored, now: .zero)
        #expect(machine.state == .idle)
    }
}
