import Schema
import Testing

@testable import LifecycleService

/// The state × event table of requirements §1, cell by cell.
@Suite("Life cycle: the table")
struct TableTests {
    @Test("Idle and start: ready is disarmed, the node is starting, the identity comes before the scan")
    func idleStart() {
        var node = TableNode(.failed)
        #expect(node.machine.armed == .adapter)
        node.feed(.start(.anna))
        #expect(node.log == ["persist", "state starting requested", "identity 2"])
        #expect(node.machine.armed == nil)
        node.feed(.identityReady(attempt: 2))
        #expect(node.log == ["persist", "scan 7.2"])
    }

    @Test("Idle and stop: ready is disarmed, stopped(null), no change of state (H6)")
    func idleStop() {
        var node = TableNode(.failed)
        node.feed(.stop(.anna))
        #expect(node.log == ["persist", "same idle stopped null [a]", "anna stopped null"])
        #expect(node.machine.armed == nil)
        node.feed(.recovered(.adapter))
        #expect(node.log.isEmpty, "H16: never ready after a requested stop")
    }

    @Test("Idle: completions of an ended attempt do nothing")
    func idleCompletions() {
        var node = TableNode(.failed)
        for event in TableNode.completions(1) { node.feed(event) }
        #expect(node.history.isEmpty)
        #expect(node.machine.armed == .adapter)
    }

    @Test("Starting and start: it joins the attempt and gets the same outcome, once")
    func startingStart() {
        var node = TableNode(.starting)
        node.feed(.start(.bert))
        #expect(node.log == ["persist"])
        node.feed(.scanning(attempt: 1))
        #expect(
            node.log == [
                "persist", "state running requested started [a, b]", "anna started", "bert started",
            ])
    }

    @Test("Starting and stop: cancelled, its start is superseded, stopping until the scanner has halted")
    func startingStop() {
        var node = TableNode(.starting)
        node.feed(.stop(.bert))
        #expect(node.log == ["persist", "state stopping", "halt 7.1", "anna superseded"])
        node.feed(.scanning(attempt: 1))
        #expect(node.log.isEmpty, "R19: the late success changes nothing")
        node.feed(.halted(attempt: 1))
        #expect(node.log == ["persist", "state idle stopped null [b]", "bert stopped null"])
    }

    @Test("Starting and stop before the scanner was asked: nothing to wait for, no token is sent")
    func identityStop() {
        var node = TableNode(.identity)
        node.feed(.stop(.bert))
        #expect(
            node.log == [
                "no identity 1", "persist", "state stopping", "halt 7.1", "anna superseded", "persist",
                "state idle stopped null [b]", "bert stopped null",
            ])
        node.feed(.identityReady(attempt: 1))
        #expect(node.log.isEmpty)
    }

    @Test("H3, H4, H24: starting and succeeded: running, stateChanged, started, in that order")
    func startingSucceeded() {
        var node = TableNode(.starting)
        node.feed(.scanning(attempt: 1))
        #expect(node.log == ["persist", "state running requested started [a]", "anna started"])
    }

    @Test("H10–H12: starting and failed: idle, startFailed with its error, ready armed")
    func startingFailed() {
        var node = TableNode(.starting)
        node.feed(.scanFailed(attempt: 1, .off))
        #expect(
            node.log == [
                "persist", "state idle requested armed startFailed adapterOff [a]", "anna startFailed adapterOff",
            ])
        #expect(node.machine.armed == .adapter)
    }

    @Test("H32: starting and no identity: refuses to start, the scanner is never asked")
    func identityFailed() {
        var node = TableNode(.identity)
        let error = BeaconBusError(.tokenInvalid, reason: "r", suggestion: "s")
        node.feed(.identityFailed(attempt: 1, error, recovery: nil))
        #expect(
            node.log == [
                "persist", "state idle requested startFailed tokenInvalid [a]", "anna startFailed tokenInvalid",
            ])
    }

    @Test("Starting and lost: idle, startFailed, ready armed, and what is left is halted")
    func startingLost() {
        var node = TableNode(.starting)
        node.feed(.lost(attempt: 1, .off))
        #expect(
            node.log == [
                "persist", "state idle requested armed startFailed adapterOff [a]", "anna startFailed adapterOff",
                "halt 7.1",
            ])
    }

    @Test("H16: an adapter that is not supported arms nothing")
    func unsupported() {
        var node = TableNode(.starting)
        node.feed(.scanFailed(attempt: 1, BeaconBusError(.adapterUnsupported, reason: "r", suggestion: "s")))
        #expect(node.machine.armed == nil)
        for cause in Recovery.allCases { node.feed(.recovered(cause)) }
        #expect(node.count("ready") == 0)
    }

    @Test("H12, H13: an attempt that takes too long is undone before startFailed is said, within 30 s")
    func timeout() {
        var node = TableNode(.starting)
        node.pass(.seconds(24))
        #expect(node.log.isEmpty)
        node.pass(.seconds(1))
        #expect(node.log == ["halt 7.1"])
        #expect(node.machine.state == .starting)
        node.feed(.scanning(attempt: 1))
        #expect(node.log.isEmpty, "too late")
        node.pass(.seconds(5))
        #expect(
            node.log == [
                "persist", "state idle requested armed startFailed startTimeout [a]", "anna startFailed startTimeout",
            ])
    }

    @Test("H12: an attempt that was undone says so as soon as the scanner has halted")
    func rollback() {
        var node = TableNode(.starting)
        node.pass(.seconds(25))
        node.feed(.start(.bert))
        node.feed(.halted(attempt: 1))
        #expect(node.log.suffix(2) == ["anna startFailed startTimeout", "bert startFailed startTimeout"])
    }

    @Test("Running and start: started again, marked repeated, no change (H3)")
    func runningStart() {
        var node = TableNode(.running)
        node.feed(.start(.bert))
        #expect(node.log == ["same running requested started repeated [b]", "bert started repeated"])
    }

    @Test("Running and stop: stopping, then idle with stopped(null) (H6)")
    func runningStop() {
        var node = TableNode(.running)
        node.feed(.stop(.bert))
        #expect(node.log == ["persist", "state stopping", "halt 7.1"])
        node.feed(.halted(attempt: 1))
        #expect(node.log == ["persist", "state idle stopped null [b]", "bert stopped null"])
    }

    @Test("H8, H9: running and lost: straight to idle, stopped with the cause, ready not armed")
    func runningLost() {
        var node = TableNode(.running)
        node.feed(.lost(attempt: 1, .off))
        #expect(node.log == ["persist", "state idle requested stopped adapterOff []", "halt 7.1"])
        #expect(node.machine.armed == nil)
        for cause in Recovery.allCases { node.feed(.recovered(cause)) }
        #expect(node.count("ready") == 0, "H14: ready comes only after startFailed")
    }

    @Test("Running: what the scanner reports of it again changes nothing")
    func runningCompletions() {
        var node = TableNode(.running)
        node.feed(.scanning(attempt: 1))
        node.feed(.halted(attempt: 1))
        node.feed(.scanFailed(attempt: 1, .off))
        node.feed(.identityReady(attempt: 1))
        node.pass(.seconds(3_600))
        #expect(node.log.isEmpty)
    }

    @Test("Running and announced: the state is sent again, once")
    func announced() {
        var node = TableNode(.running)
        node.feed(.announced(attempt: 1))
        #expect(node.log == ["persist", "state only running requested announced 7.1"])
        node.feed(.announced(attempt: 1))
        #expect(node.log.isEmpty)
    }

    @Test("Stopping and start: latched, and begun when the stop is done")
    func stoppingStart() {
        var node = TableNode(.stopping)
        node.feed(.start(.bert))
        #expect(node.log == ["persist", "state only stopping requested"])
        node.feed(.halted(attempt: 1))
        #expect(
            node.log == [
                "persist", "state idle requested stopped null [a]", "anna stopped null",
                "persist", "state starting requested", "identity 2",
            ])
        node.feed(.identityReady(attempt: 2))
        node.feed(.scanning(attempt: 2))
        #expect(node.log.last == "bert started")
    }

    @Test("Stopping and stop: clears the latch, its start is superseded, both stops get one outcome")
    func stoppingStop() {
        var node = TableNode(.stopping)
        node.feed(.start(.bert))
        node.feed(.stop(.carl))
        #expect(node.log == ["persist", "state only stopping", "bert superseded"])
        node.feed(.halted(attempt: 1))
        #expect(
            node.log == ["persist", "state idle stopped null [a, c]", "anna stopped null", "carl stopped null"])
    }

    @Test("Stopping and lost: idle, stopped with the error, then the latched start")
    func stoppingLost() {
        var node = TableNode(.stopping)
        node.feed(.start(.bert))
        node.feed(.lost(attempt: 1, .off))
        #expect(
            node.log == [
                "persist", "state idle requested stopped adapterOff [a]", "anna stopped adapterOff",
                "persist", "state starting requested", "identity 2",
            ])
    }

    @Test("D14: a latched start that is outdated when the stop is done is refused, and nothing starts")
    func outdated() {
        var node = TableNode(.stopping)
        var request = CommandRequest.bert
        request.expires = .zero + .seconds(3)
        node.feed(.start(request))
        node.pass(.seconds(4))
        node.feed(.halted(attempt: 1))
        #expect(
            node.log == [
                "persist", "state idle requested stopped null [a]", "anna stopped null",
                "bert refused commandExpired", "persist", "state only idle",
            ])
    }

    @Test("D14: of several latched starts only the outdated ones are refused")
    func partlyOutdated() {
        var node = TableNode(.stopping)
        var request = CommandRequest.bert
        request.expires = .zero + .seconds(3)
        node.feed(.start(request))
        node.feed(.start(.carl))
        node.pass(.seconds(4))
        node.feed(.halted(attempt: 1))
        #expect(
            node.log.suffix(4) == [
                "bert refused commandExpired", "persist", "state starting requested", "identity 2",
            ])
    }

    @Test("A stop that nobody confirms ends by itself, with an error")
    func stopTimeout() {
        var node = TableNode(.stopping)
        node.pass(.seconds(15))
        #expect(
            node.log == ["persist", "state idle stopped scannerSilent [a]", "anna stopped scannerSilent"])
    }

    @Test("R19: a completion of an older attempt never touches a newer one")
    func staleCompletions() {
        for phase in [TableNode.Setup.identity, .starting, .running, .stopping] {
            var node = TableNode(phase, earlier: 1)
            for event in TableNode.completions(1) { node.feed(event) }
            #expect(node.history.isEmpty, "\(phase)")
        }
    }

    @Test("R12: requests that wait are bounded; one too many is refused as busy and changes nothing")
    func bounded() {
        var node = TableNode(.starting)
        for number in 1..<64 { node.feed(.start(CommandRequest(requester: "r\(number)"))) }
        node.feed(.stop(.bert))
        #expect(node.log == ["bert refused busy"])
        #expect(node.machine.state == .starting)
        node.feed(.scanning(attempt: 1))
        #expect(node.log.count == 2 + 64)
    }
}
