import Schema
import Testing

@testable import LifecycleService

/// The state × event table with the identity steps inside starting: the rows that the identity adds.
@Suite("Life cycle: the table, identity")
struct IdentityTableTests {
    private static let expired = BeaconBusError(.certificateExpired, reason: "r", suggestion: "s")
    private static let revoked = BeaconBusError(.certificateRevoked, reason: "r", suggestion: "s")

    @Test("The identity has its own part of the start's time, and the scanner the rest (D1)")
    func time() {
        var machine = NodeStateMachine(session: 7)
        let now = Instant(nanoseconds: 1_000)
        var identity: Instant?
        for action in machine.handle(.start(.anna), now: now) {
            if case .prepareIdentity(_, let deadline) = action { identity = deadline }
        }
        #expect(identity == now + .seconds(22))
        #expect(machine.deadline == now + .seconds(25))
        let limits = LifecycleLimits()
        #expect(limits.start + limits.rollback == .seconds(30))
        #expect(limits.identity < limits.start)
    }

    @Test("Identity and start: it joins the attempt; nothing is begun anew")
    func start() {
        var node = TableNode(.identity)
        node.feed(.start(.bert))
        #expect(node.log == ["persist"])
        node.feed(.identityFailed(attempt: 1, Self.expired, recovery: .identity))
        #expect(node.log.suffix(2) == ["anna startFailed certificateExpired", "bert startFailed certificateExpired"])
    }

    @Test("Identity and stop: the steps are cancelled before anything is said")
    func stop() {
        var node = TableNode(.identity)
        node.feed(.stop(.bert))
        #expect(node.log.first == "no identity 1")
        #expect(node.machine.state == .idle)
    }

    @Test("Stop after the identity is ready cancels no identity")
    func stopLater() {
        var node = TableNode(.starting)
        node.feed(.stop(.bert))
        #expect(!node.log.contains("no identity 1"))
    }

    @Test("Identity ready: stored, then the scanner is asked")
    func ready() {
        var node = TableNode(.identity)
        node.feed(.identityReady(attempt: 1))
        #expect(node.log == ["persist", "scan 7.1"])
        node.feed(.identityReady(attempt: 1))
        #expect(node.log.isEmpty)
    }

    @Test(
        "H10–H16: identity failed: idle, startFailed, and exactly the recovery it names is armed",
        arguments: [
            (ErrorCode.tokenMissing, Recovery?.some(.token)), (.authorityUnreachable, .authority),
            (.approvalPending, .approval), (.keyPermissions, .identity), (.storeFull, .store),
            (.brokerUnreachable, .broker), (.clockWrong, .clock), (.tokenInvalid, nil), (.nodeBanned, nil),
        ])
    func failed(_ code: ErrorCode, _ recovery: Recovery?) {
        var node = TableNode(.identity)
        node.feed(.identityFailed(attempt: 1, BeaconBusError(code, reason: "r", suggestion: "s"), recovery: recovery))
        let armed = recovery == nil ? "" : " armed"
        #expect(
            node.log == [
                "persist", "state idle requested\(armed) startFailed \(code) [a]", "anna startFailed \(code)",
            ])
        for cause in Recovery.allCases where cause != recovery { node.feed(.recovered(cause)) }
        #expect(node.count("ready") == 0, "H14")
        if let recovery {
            node.feed(.recovered(recovery))
            node.feed(.recovered(recovery))
            #expect(node.count("ready") == 1, "H20")
        }
    }

    @Test("The scanner's words say nothing while the identity is being prepared (R19)")
    func scannerWords() {
        var node = TableNode(.identity)
        for event: LifecycleEvent in [
            .scanning(attempt: 1), .scanFailed(attempt: 1, .off), .lost(attempt: 1, .off), .halted(attempt: 1),
            .announced(attempt: 1),
        ] { node.feed(event) }
        #expect(node.history.isEmpty)
    }

    @Test("Identity steps that take too long are cancelled, and the start fails")
    func timeout() {
        var node = TableNode(.identity)
        node.pass(.seconds(25))
        #expect(
            node.log == [
                "no identity 1", "persist", "state idle requested armed startFailed startTimeout [a]",
                "anna startFailed startTimeout",
            ])
    }

    @Test("D5, H7: running and expired or revoked: straight to idle, stopped with the cause, ready not armed")
    func lostRunning() {
        for error in [Self.expired, Self.revoked] {
            var node = TableNode(.running)
            node.feed(.identityLost(error))
            #expect(node.log == ["persist", "state idle requested stopped \(error.code) []", "halt 7.1"])
            #expect(node.machine.armed == nil)
            node.feed(.identityLost(error))
            #expect(node.log.isEmpty, "once")
        }
    }

    @Test("Starting and expired while the scanner is asked: startFailed, and what is left is halted")
    func lostStarting() {
        var node = TableNode(.starting)
        node.feed(.identityLost(Self.expired))
        #expect(
            node.log == [
                "persist", "state idle requested armed startFailed certificateExpired [a]",
                "anna startFailed certificateExpired", "halt 7.1",
            ])
        #expect(node.machine.armed == .identity)
    }

    @Test("Expired while the identity is being prepared, idle or stopping: nothing; a requested stop stays one (H8)")
    func lostElsewhere() {
        for setup in [TableNode.Setup.new, .failed, .identity, .stopping] {
            var node = TableNode(setup)
            node.feed(.identityLost(Self.expired))
            #expect(node.history.isEmpty, "\(setup)")
        }
        var node = TableNode(.stopping)
        node.feed(.identityLost(Self.expired))
        node.feed(.halted(attempt: 1))
        #expect(node.log == ["persist", "state idle stopped null [a]", "anna stopped null"])
    }

    @Test("Expired while an attempt is being undone changes neither its error nor its end")
    func lostRollback() {
        var node = TableNode(.starting)
        node.pass(.seconds(25))
        node.feed(.identityLost(Self.expired))
        #expect(node.log.isEmpty)
        node.feed(.halted(attempt: 1))
        #expect(node.log.last == "anna startFailed startTimeout")
    }

    @Test("A restart during the identity steps ends the start at once: no scanner was asked")
    func restart() {
        var node = TableNode(.identity)
        node.restart()
        #expect(
            node.log == [
                "persist", "state idle requested armed startFailed startInterrupted [a]",
                "anna startFailed startInterrupted",
            ])
    }

    @Test("A restart after the identity was ready halts the scanner before it says so")
    func restartLater() {
        var node = TableNode(.starting)
        node.restart()
        #expect(node.log == ["halt 7.1"])
    }

    @Test("A state stored by a version that did not know halts the scanner, to be sure")
    func older() {
        var stored = TableNode(.identity).machine.stored
        stored.scanAsked = nil
        var machine = NodeStateMachine(session: 9, stored: stored, now: .zero)
        let actions = machine.handle(.resume, now: .zero)
        #expect(actions.contains { if case .halt = $0 { true } else { false } })
    }

    @Test("Stopping, a start latched, the stop done: the identity is prepared for the new attempt only")
    func latched() {
        var node = TableNode(.stopping)
        node.feed(.start(.bert))
        node.feed(.halted(attempt: 1))
        #expect(node.log.last == "identity 2")
        node.feed(.identityReady(attempt: 1))
        node.feed(.identityFailed(attempt: 1, Self.expired, recovery: .identity))
        #expect(node.log.isEmpty, "R19")
    }
}
