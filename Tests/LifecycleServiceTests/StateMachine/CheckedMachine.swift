import Schema

@testable import LifecycleService

/// A machine with its checker, driven by one number a step: what comes next in a random or exhaustive string.
struct CheckedMachine {
    private(set) var machine = NodeStateMachine(session: 1)
    private(set) var checker = LifecycleChecker()
    private var now = Instant.zero
    private var requests = 0

    /// The number of different steps.
    static let alphabet = 19

    mutating func step(_ choice: Int) {
        let attempt = machine.attempt
        switch choice {
        case 0: feed(.start(request()))
        case 1: feed(.stop(request()))
        case 2: feed(.identityReady(attempt: attempt))
        case 3: feed(.scanning(attempt: attempt))
        case 4: feed(.halted(attempt: attempt))
        case 5: feed(.lost(attempt: attempt, Self.off))
        case 6: feed(.scanFailed(attempt: attempt, Self.off))
        case 7: feed(.recovered(.adapter))
        case 8: pass(.seconds(31))
        case 9: feed(.announced(attempt: attempt))
        case 10: restart()
        case 11: feed(.scanFailed(attempt: attempt, Self.unsupported))
        case 12: feed(.start(nil))
        case 13: feed(.stop(nil))
        case 14: feed(.identityFailed(attempt: attempt, Self.off, recovery: .adapter))
        case 15: feed(.scanning(attempt: attempt &- 1))
        case 16: feed(.lost(attempt: attempt &- 1, Self.off))
        case 17: feed(.halted(attempt: attempt &- 1))
        default: feed(.identityLost(Self.expired))
        }
    }

    /// Lets everything come to its end: no completion arrives any more, only time passes.
    mutating func drain() {
        for _ in 0..<6 where machine.deadline != nil { pass(.seconds(31)) }
    }

    private mutating func pass(_ span: Duration) {
        now = now + span
        feed(.tick)
    }

    private mutating func restart() {
        machine = NodeStateMachine(session: machine.session + 1, stored: machine.stored, now: now)
        feed(.resume)
    }

    private mutating func feed(_ event: LifecycleEvent) {
        checker.expect(event, due: machine.deadline.map { now >= $0 } ?? false)
        let actions = machine.handle(event, now: now)
        checker.check(actions, of: event, machine: machine)
    }

    private mutating func request() -> CommandRequest {
        requests += 1
        return CommandRequest(requester: String(requests))
    }

    private static let off = BeaconBusError(.adapterOff, "off", reason: "off", suggestion: "Switch it on.")
    private static let expired = BeaconBusError(
        .certificateExpired, "expired", reason: "expired", suggestion: "Enrol anew.")
    private static let unsupported = BeaconBusError(
        .adapterUnsupported, "unsupported", reason: "unsupported", suggestion: "Use another.")
}
