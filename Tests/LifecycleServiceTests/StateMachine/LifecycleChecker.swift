import Schema

@testable import LifecycleService

/// Watches one machine from outside and names every broken invariant of requirements §5. It keeps its own account and
/// never asks the machine what it thinks, except for the state it ends up in.
struct LifecycleChecker {
    private(set) var violations: [String] = []
    private var state = NodeState.idle
    private var attempt: UInt64 = 0
    private var open: [String] = []
    private var stopAsked = false
    private var broke = false
    private var scannerReported = false
    private var recoverable = false
    private var starts = 0
    private(set) var failures = 0
    private(set) var readies = 0
    private(set) var outcomes = 0

    var openRequests: Int { open.count }

    /// Takes note of an event before the machine sees it.
    mutating func expect(_ event: LifecycleEvent, due: Bool) {
        switch event {
        case .start(let request):
            recoverable = false
            if let request { open.append(request.requester) }
            if state == .stopping { return }
        case .stop(let request):
            recoverable = false
            if let request { open.append(request.requester) }
            if state != .idle { stopAsked = true }
        case .scanning(let number) where number == attempt: scannerReported = true
        case .lost(let number, _) where number == attempt && (state == .running || state == .stopping): broke = true
        case .tick where due && state == .stopping: broke = true
        default: break
        }
    }

    /// Checks what came out. `current` tells whether a completion was of the present attempt.
    mutating func check(_ actions: [LifecycleAction], of event: LifecycleEvent, machine: NodeStateMachine) {
        if let number = event.attempt, number != attempt, !actions.isEmpty {
            violations.append("a completion of attempt \(number) touched attempt \(attempt) (R19)")
        }
        var durable = false
        for action in actions {
            switch action {
            case .persist: durable = true
            case .announce(let transition): check(transition, durable: durable)
            case .publishState: if !durable { violations.append("state published before it was stored") }
            case .settle(let request, let outcome): check(outcome, of: request)
            case .cancelIdentity(let number):
                if number != attempt { violations.append("another attempt's identity was cancelled") }
            case .prepareIdentity(let number, _), .scan(_, let number, _):
                if state != .starting || number != attempt { violations.append("scan outside of a start") }
            case .halt(_, let number):
                if number != attempt { violations.append("halt of another attempt") }
            }
        }
        if machine.state != state { violations.append("changed to \(machine.state) without saying so") }
        if machine.waiting != open.count { violations.append("\(open.count) open, \(machine.waiting) kept") }
        if machine.armed != nil && !recoverable { violations.append("watching without a failed start") }
    }

    private mutating func check(_ transition: Transition, durable: Bool) {
        let next = transition.view.state
        if transition.changed {
            if !durable { violations.append("\(next) said before it was stored") }
            if !Self.paths.contains(where: { $0 == (state, next) }) { violations.append("\(state) to \(next)") }
            if transition.view.previous != state { violations.append("previous is not \(state)") }
        } else if next != state {
            violations.append("\(state) to \(next) without stateChanged")
        }
        let before = state
        state = next
        switch transition.specific {
        case .started(let repeated):
            if repeated == transition.changed || next != .running { violations.append("started in \(next)") }
            if !repeated {
                starts += 1
                if !scannerReported { violations.append("started before scanning (H4)") }
            }
        case .startFailed:
            failures += 1
            recoverable = true
            if before != .starting || next != .idle { violations.append("startFailed from \(before)") }
        case .stopped(let error):
            if next != .idle { violations.append("stopped in \(next)") }
            if transition.changed {
                if (error == nil) != (stopAsked && !broke) { violations.append("error of stopped (invariant 6)") }
                if before == .starting { violations.append("stopped from starting") }
            } else if error != nil {
                violations.append("a stop while idle with an error")
            }
        case .ready:
            readies += 1
            if !recoverable || transition.changed { violations.append("ready without a failed start (H14)") }
            recoverable = false
        case nil:
            if next == .running || next == .idle { violations.append("no specific event for \(next) (H24)") }
        }
        if transition.changed, next == .starting {
            if transition.attempt <= attempt { violations.append("attempt did not rise") }
            attempt = transition.attempt
            scannerReported = false
        }
        if next == .idle || next == .starting {
            stopAsked = false
            broke = false
        }
        if next == .starting { recoverable = false }
        if transition.view.readyArmed && !recoverable { violations.append("armed without a failed start") }
        if readies > failures { violations.append("more ready than startFailed (invariant 7)") }
        if transition.attempt != attempt { violations.append("event of attempt \(transition.attempt)") }
    }

    private mutating func check(_ outcome: RequestOutcome, of request: CommandRequest) {
        guard let index = open.firstIndex(of: request.requester) else {
            violations.append("a second outcome for \(request.requester) (invariant 4)")
            return
        }
        open.remove(at: index)
        outcomes += 1
        switch outcome {
        case .started: if state != .running { violations.append("started told in \(state)") }
        case .startFailed: if state != .idle { violations.append("startFailed told in \(state)") }
        case .stopped: if state != .idle { violations.append("stopped told in \(state)") }
        case .superseded: if state != .stopping { violations.append("superseded in \(state)") }
        case .refused: break
        }
    }

    private static let paths: [(NodeState, NodeState)] = [
        (.idle, .starting), (.starting, .running), (.starting, .stopping), (.starting, .idle),
        (.running, .stopping), (.running, .idle), (.stopping, .idle),
    ]
}

extension LifecycleEvent {
    /// The attempt a completion belongs to; `nil` for everything else.
    var attempt: UInt64? {
        switch self {
        case .identityReady(let attempt), .identityFailed(let attempt, _, _), .scanning(let attempt),
            .scanFailed(let attempt, _), .lost(let attempt, _), .halted(let attempt), .announced(let attempt):
            attempt
        case .start, .stop, .identityLost, .recovered, .resume, .tick: nil
        }
    }
}
