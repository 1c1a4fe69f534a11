import Schema

/// The life cycle of one node: the table of requirements §1 as a value.
///
/// An event and the time go in, actions come out; the machine knows no clock, no bus and no file. It is always in
/// exactly one ``Phase``. Requests that wait for their outcome are kept inside it, so that each gets exactly one.
struct NodeStateMachine: Sendable {
    /// The process' session, part of every run's name.
    var session: UInt64
    let limits: LifecycleLimits
    var phase: Phase = .idle(Phase.Idle())
    /// The number of the newest attempt; 0 before the first.
    var attempt: UInt64 = 0
    /// The state before the present one.
    var previous: NodeState = .idle
    /// What was last asked for.
    var requested = false

    init(session: UInt64, limits: LifecycleLimits = LifecycleLimits()) {
        self.session = session
        self.limits = limits
    }

    /// Takes one event and returns what has to be done about it, in order.
    mutating func handle(_ event: LifecycleEvent, now: Instant) -> [LifecycleAction] {
        var actions: [LifecycleAction] = []
        switch event {
        case .start(let request): start(request, now, &actions)
        case .stop(let request): stop(request, now, &actions)
        case .identityReady(let attempt): identityReady(attempt, &actions)
        case .identityFailed(let attempt, let error, let recovery):
            identityFailed(attempt, error, recovery, &actions)
        case .identityLost(let error): identityLost(error, &actions)
        case .scanning(let attempt): scanning(attempt, &actions)
        case .scanFailed(let attempt, let error): scanFailed(attempt, error, now, &actions)
        case .lost(let attempt, let error): lost(attempt, error, now, &actions)
        case .halted(let attempt): halted(attempt, now, &actions)
        case .announced(let attempt): announced(attempt, &actions)
        case .recovered(let cause): recovered(cause, &actions)
        case .resume: resume(now, &actions)
        case .tick: tick(now, &actions)
        }
        return actions
    }

    /// When `tick` is due next; `nil` = never.
    var deadline: Instant? {
        switch phase {
        case .idle, .running: nil
        case .starting(let starting): starting.deadline
        case .stopping(let stopping): stopping.deadline
        }
    }

    /// The public state.
    var state: NodeState {
        switch phase {
        case .idle: .idle
        case .starting: .starting
        case .running: .running
        case .stopping: .stopping
        }
    }

    /// The run being started, on, or being stopped.
    var run: RunID? {
        switch phase {
        case .idle: nil
        case .starting(let starting): starting.run
        case .running(let running): running.run
        case .stopping(let stopping): stopping.run
        }
    }

    /// What `ready` waits for; nothing else is watched after a failed start (invariant 10).
    var armed: Recovery? {
        if case .idle(let idle) = phase { idle.armed } else { nil }
    }

    /// Why the node is idle, if something broke.
    var idleError: BeaconBusError? {
        if case .idle(let idle) = phase { idle.error } else { nil }
    }

    /// How many requests wait for their outcome.
    var waiting: Int {
        switch phase {
        case .idle, .running: 0
        case .starting(let starting): starting.requests.count
        case .stopping(let stopping): stopping.requests.count + (stopping.latched?.count ?? 0)
        }
    }

    /// What the retained state says now.
    var view: StateView {
        var announced: RunID?
        if case .running(let running) = phase, running.announced { announced = running.run }
        return StateView(
            state: state, previous: previous, requested: requested, attempt: attempt, run: run,
            announced: announced, readyArmed: armed != nil, error: idleError)
    }
}
