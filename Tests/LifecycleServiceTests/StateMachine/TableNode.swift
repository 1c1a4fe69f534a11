import Schema

@testable import LifecycleService

/// A machine in a named state, with what it does told in short lines.
struct TableNode {
    enum Setup { case new, failed, identity, starting, running, stopping }

    private(set) var machine = NodeStateMachine(session: 7)
    /// What the last event did.
    private(set) var log: [String] = []
    /// What all events since the beginning did.
    private(set) var history: [String] = []
    private var now = Instant.zero

    /// - Parameter earlier: how many attempts have failed before.
    init(_ setup: Setup, earlier: Int = 0) {
        for _ in 0..<earlier { prepare(.failed) }
        prepare(setup)
        log = []
        history = []
    }

    mutating func feed(_ event: LifecycleEvent) {
        log = machine.handle(event, now: now).map(Self.line)
        history += log
    }

    mutating func pass(_ span: Duration) {
        now = now + span
        feed(.tick)
    }

    mutating func restart() {
        now = .zero
        machine = NodeStateMachine(session: machine.session + 1, stored: machine.stored, now: now)
        feed(.resume)
    }

    func count(_ word: String) -> Int {
        history.count { $0.contains(word) }
    }

    static func completions(_ attempt: UInt64) -> [LifecycleEvent] {
        [
            .identityReady(attempt: attempt), .identityFailed(attempt: attempt, .off, recovery: .adapter),
            .scanning(attempt: attempt),
            .scanFailed(attempt: attempt, .off), .lost(attempt: attempt, .off), .halted(attempt: attempt),
            .announced(attempt: attempt),
        ]
    }

    private mutating func prepare(_ setup: Setup) {
        guard setup != .new else { return }
        feed(.start(.anna))
        let attempt = machine.attempt
        guard setup != .identity else { return }
        feed(.identityReady(attempt: attempt))
        switch setup {
        case .new, .identity, .starting: break
        case .failed: feed(.scanFailed(attempt: attempt, .off))
        case .running: feed(.scanning(attempt: attempt))
        case .stopping:
            feed(.scanning(attempt: attempt))
            feed(.stop(.anna))
        }
    }

    private static func line(_ action: LifecycleAction) -> String {
        switch action {
        case .persist: "persist"
        case .announce(let transition): line(transition)
        case .publishState(let view): "state only " + line(view)
        case .settle(let request, let outcome): "\(request.requester) \(line(outcome))"
        case .prepareIdentity(let attempt, _): "identity \(attempt)"
        case .cancelIdentity(let attempt): "no identity \(attempt)"
        case .scan(let run, _, _): "scan \(run)"
        case .halt(let run, _): "halt \(run)"
        }
    }

    private static func line(_ view: StateView) -> String {
        var text = "\(view.state)"
        if view.requested { text += " requested" }
        if view.readyArmed { text += " armed" }
        if let announced = view.announced { text += " announced \(announced)" }
        return text
    }

    private static func line(_ transition: Transition) -> String {
        let text = (transition.changed ? "state " : "same ") + line(transition.view)
        let requests = " [" + transition.requests.map(\.description).joined(separator: ", ") + "]"
        return switch transition.specific {
        case .started(let repeated): text + " started" + (repeated ? " repeated" : "") + requests
        case .startFailed(let error): text + " startFailed \(error.code)" + requests
        case .stopped(let error): text + " stopped \(error.map { "\($0.code)" } ?? "null")" + requests
        case .ready(let cause): text + " ready \(cause)" + requests
        case nil: text
        }
    }

    private static func line(_ outcome: RequestOutcome) -> String {
        switch outcome {
        case .started(let repeated): repeated ? "started repeated" : "started"
        case .startFailed(let error): "startFailed \(error.code)"
        case .stopped(let error): "stopped \(error.map { "\($0.code)" } ?? "null")"
        case .superseded: "superseded"
        case .refused(let error): "refused \(error.code)"
        }
    }
}

extension CommandRequest {
    static let anna = CommandRequest(requester: "anna", id: RequestID("a"))
    static let bert = CommandRequest(requester: "bert", id: RequestID("b"))
    static let carl = CommandRequest(requester: "carl", id: RequestID("c"))
}

extension BeaconBusError {
    static let off = BeaconBusError(.adapterOff, reason: "r", suggestion: "s")
}
