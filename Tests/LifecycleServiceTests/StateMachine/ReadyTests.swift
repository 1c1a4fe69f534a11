import Schema
import Testing

@testable import LifecycleService

@Suite("Life cycle: ready")
struct ReadyTests {
    @Test("H20: at most one ready per failed start, however often the adapter flaps")
    func once() {
        var node = TableNode(.failed)
        for _ in 0..<10 { node.feed(.recovered(.adapter)) }
        #expect(node.history == ["persist", "same idle requested ready adapter []"])
        #expect(node.machine.armed == nil)
    }

    @Test("H15, H19: ready starts nothing")
    func startsNothing() {
        var node = TableNode(.failed)
        node.feed(.recovered(.adapter))
        node.pass(.seconds(3_600))
        #expect(node.machine.state == .idle)
        #expect(node.machine.deadline == nil)
    }

    @Test("H14: only the cause that failed the start makes it ready")
    func otherCause() {
        var node = TableNode(.failed)
        for cause in Recovery.allCases where cause != .adapter { node.feed(.recovered(cause)) }
        #expect(node.history.isEmpty)
    }

    @Test("H16: never on first boot")
    func firstBoot() {
        var node = TableNode(.new)
        for cause in Recovery.allCases { node.feed(.recovered(cause)) }
        #expect(node.history.isEmpty)
    }

    @Test("H17, H18: a start after ready may fail again, which arms anew")
    func again() {
        var node = TableNode(.failed)
        node.feed(.recovered(.adapter))
        node.feed(.start(.anna))
        node.feed(.identityReady(attempt: 2))
        node.feed(.scanFailed(attempt: 2, .off))
        node.feed(.recovered(.adapter))
        #expect(node.log == ["persist", "same idle requested ready adapter []"])
    }

    @Test("A restarted process goes on watching, and says ready once")
    func restarted() {
        var node = TableNode(.failed)
        node.restart()
        #expect(node.log.isEmpty)
        node.feed(.recovered(.adapter))
        node.restart()
        node.feed(.recovered(.adapter))
        #expect(node.count("ready") == 1)
    }

    @Test("R5, R6: every error a scanner may answer has its recovery, or none where there is none")
    func mapping() {
        let expected: [(ErrorCode, Recovery?)] = [
            (.adapterMissing, .adapter), (.adapterOff, .adapter), (.adapterBlocked, .adapter),
            (.adapterBusy, .adapter), (.adapterFailed, .adapter), (.adapterUnsupported, nil),
            (.capabilityMissing, .scannerRestart), (.sourceEnded, .scannerRestart),
            (.sourceUnreadable, .scannerRestart),
            (.storeFull, .scannerRestart),
            (.scannerSilent, .scanner), (.startTimeout, .scanner), (.brokerUnreachable, .broker),
            (.clockWrong, .clock), (.tokenInvalid, nil), (.nodeBanned, nil), (.internalError, nil),
        ]
        for (code, recovery) in expected {
            #expect(Recovery(after: BeaconBusError(code, reason: "r", suggestion: "s")) == recovery, "\(code)")
        }
    }
}
