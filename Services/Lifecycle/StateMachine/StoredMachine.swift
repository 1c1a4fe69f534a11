import Schema

/// A state machine as it is stored: everything but deadlines, which mean nothing after a restart.
struct StoredMachine: Codable, Sendable {
    var state: NodeState
    var previous: NodeState
    var requested: Bool
    var attempt: UInt64
    var run: RunID?
    var announced: Bool
    var armed: Recovery?
    /// Starts of an attempt, or stops of a stop, that wait for their outcome.
    var requests: [CommandRequest]
    /// Starts that follow a stop; absent = none.
    var latched: [CommandRequest]?
    /// Why an attempt that is being undone has failed, or why the node is idle.
    var failure: BeaconBusError?
    /// Whether the scanner had been asked for this attempt; absent = it may have been.
    var scanAsked: Bool?
}

extension NodeStateMachine {
    /// What has to be stored now.
    var stored: StoredMachine {
        var stored = StoredMachine(
            state: state, previous: previous, requested: requested, attempt: attempt, run: run, announced: false,
            armed: armed, requests: [])
        switch phase {
        case .idle(let idle): stored.failure = idle.error
        case .starting(let starting):
            stored.requests = starting.requests
            if case .rollback(let error) = starting.stage { stored.failure = error }
            if case .identity = starting.stage { stored.scanAsked = false }
        case .running(let running): stored.announced = running.announced
        case .stopping(let stopping):
            stored.requests = stopping.requests
            stored.latched = stopping.latched
        }
        return stored
    }

    /// A machine that goes on where another process ended; `resume` has to be its first event.
    ///
    /// A stored state without the run it needs counts as idle.
    init(session: UInt64, limits: LifecycleLimits = LifecycleLimits(), stored: StoredMachine, now: Instant) {
        self.init(session: session, limits: limits)
        attempt = max(stored.attempt, 0)
        previous = stored.previous
        requested = stored.requested
        guard let run = stored.run, stored.state != .idle else {
            phase = .idle(Phase.Idle(armed: stored.armed, error: stored.failure))
            return
        }
        switch stored.state {
        case .idle: break
        case .starting:
            // Unless it is known that the scanner was never asked, it has to be halted.
            let stage: Phase.Starting.Stage =
                stored.failure.map { .rollback($0) } ?? (stored.scanAsked == false ? .identity : .scan)
            phase = .starting(
                Phase.Starting(run: run, stage: stage, deadline: now + limits.stop, requests: stored.requests))
        case .running:
            phase = .running(Phase.Running(run: run, announced: stored.announced))
        case .stopping:
            phase = .stopping(
                Phase.Stopping(
                    run: run, deadline: now + limits.stop, requests: stored.requests, latched: stored.latched))
        }
    }
}
