import Schema

/// What the scanner and the identity report back: the other columns of the table. Reports of an attempt that is not
/// the present one are dropped.
extension NodeStateMachine {
    mutating func identityReady(_ attempt: UInt64, _ actions: inout [LifecycleAction]) {
        guard attempt == self.attempt, case .starting(var starting) = phase, case .identity = starting.stage else {
            return
        }
        starting.stage = .scan
        phase = .starting(starting)
        // A restart has to know that the scanner may scan.
        actions.append(.persist)
        actions.append(.scan(run: starting.run, attempt: attempt, deadline: starting.deadline))
    }

    mutating func identityFailed(
        _ attempt: UInt64, _ error: BeaconBusError, _ recovery: Recovery?, _ actions: inout [LifecycleAction]
    ) {
        guard attempt == self.attempt, case .starting(let starting) = phase, case .identity = starting.stage else {
            return
        }
        fail(starting, error, recovery: recovery, &actions)
    }

    /// Expired or revoked: a forced stop, whoever's attempt it is. A stop that is under way ends as it would have.
    mutating func identityLost(_ error: BeaconBusError, _ actions: inout [LifecycleAction]) {
        switch phase {
        case .idle, .stopping: return
        case .starting(let starting):
            switch starting.stage {
            // Its identity steps find out themselves.
            case .identity, .rollback: return
            case .scan:
                let recovery = Recovery(afterIdentity: error)
                fail(starting, error, recovery: recovery, halting: true, &actions)
            }
        case .running(let running): forcedStop(running, error, &actions)
        }
    }

    mutating func scanning(_ attempt: UInt64, _ actions: inout [LifecycleAction]) {
        guard attempt == self.attempt, case .starting(let starting) = phase, case .scan = starting.stage else {
            return
        }
        previous = .starting
        phase = .running(Phase.Running(run: starting.run, announced: false))
        actions.append(.persist)
        announce(.started(repeated: false), changed: true, requests: starting.requests, &actions)
        settle(starting.requests, .started(repeated: false), &actions)
    }

    mutating func scanFailed(
        _ attempt: UInt64, _ error: BeaconBusError, _ now: Instant, _ actions: inout [LifecycleAction]
    ) {
        guard attempt == self.attempt else { return }
        switch phase {
        case .starting(let starting):
            switch starting.stage {
            case .identity: return
            case .scan: fail(starting, error, &actions)
            case .rollback(let first): fail(starting, first, &actions)
            }
        case .stopping: stopped(nil, now, &actions)
        case .idle, .running: return
        }
    }

    mutating func lost(
        _ attempt: UInt64, _ error: BeaconBusError, _ now: Instant, _ actions: inout [LifecycleAction]
    ) {
        guard attempt == self.attempt else { return }
        switch phase {
        case .idle: return
        case .starting(let starting):
            switch starting.stage {
            case .identity: return
            case .scan: fail(starting, error, halting: true, &actions)
            case .rollback(let first): fail(starting, first, &actions)
            }
        case .running(let running):
            forcedStop(running, error, &actions)
        case .stopping: stopped(error, now, &actions)
        }
    }

    mutating func halted(_ attempt: UInt64, _ now: Instant, _ actions: inout [LifecycleAction]) {
        guard attempt == self.attempt else { return }
        switch phase {
        case .idle, .running: return
        case .starting(let starting):
            guard case .rollback(let error) = starting.stage else { return }
            fail(starting, error, &actions)
        case .stopping: stopped(nil, now, &actions)
        }
    }

    mutating func announced(_ attempt: UInt64, _ actions: inout [LifecycleAction]) {
        guard attempt == self.attempt, case .running(var running) = phase, !running.announced else { return }
        running.announced = true
        phase = .running(running)
        actions += [.persist, .publishState(view)]
    }

    /// One `ready` for one failed start (H20): disarmed before it is said.
    mutating func recovered(_ cause: Recovery, _ actions: inout [LifecycleAction]) {
        guard case .idle(let idle) = phase, idle.armed == cause else { return }
        phase = .idle(Phase.Idle(error: idle.error))
        actions.append(.persist)
        announce(.ready(cause), requests: [], &actions)
    }

    /// Running goes straight to idle, and `ready` is not armed.
    private mutating func forcedStop(
        _ running: Phase.Running, _ error: BeaconBusError, _ actions: inout [LifecycleAction]
    ) {
        previous = .running
        phase = .idle(Phase.Idle(error: error))
        actions.append(.persist)
        announce(.stopped(error), changed: true, run: running.run, requests: [], &actions)
        // Whatever is left of the run ends too, if anybody is there to hear it.
        actions.append(.halt(run: running.run, attempt: attempt))
    }

    /// A start that the scanner failed; what to wait for follows from the error.
    mutating func fail(
        _ starting: Phase.Starting, _ error: BeaconBusError, halting: Bool = false,
        _ actions: inout [LifecycleAction]
    ) {
        fail(starting, error, recovery: Recovery(after: error), halting: halting, &actions)
    }

    /// A failed start: idle, said so with its error, and the cause watched once if it can go (H10–H16).
    mutating func fail(
        _ starting: Phase.Starting, _ error: BeaconBusError, recovery: Recovery?, halting: Bool = false,
        _ actions: inout [LifecycleAction]
    ) {
        previous = .starting
        phase = .idle(Phase.Idle(armed: recovery, error: error))
        actions.append(.persist)
        announce(
            .startFailed(error), changed: true, run: starting.run, requests: starting.requests, &actions)
        settle(starting.requests, .startFailed(error), &actions)
        if halting { actions.append(.halt(run: starting.run, attempt: attempt)) }
    }

    /// The end of a stop, and the start that was latched meanwhile.
    mutating func stopped(_ error: BeaconBusError?, _ now: Instant, _ actions: inout [LifecycleAction]) {
        guard case .stopping(let stopping) = phase else { return }
        previous = .stopping
        phase = .idle(Phase.Idle(error: error))
        actions.append(.persist)
        announce(.stopped(error), changed: true, run: stopping.run, requests: stopping.requests, &actions)
        settle(stopping.requests, .stopped(error), &actions)
        guard let latched = stopping.latched else { return }
        let outdated = latched.filter { request in request.expires.map { now >= $0 } ?? false }
        settle(outdated, .refused(.outdated), &actions)
        // A start that nobody wants any more is none; one without a request is the operator's standing order.
        guard outdated.isEmpty || outdated.count < latched.count else {
            requested = false
            return actions += [.persist, .publishState(view)]
        }
        let wanted = latched.filter { request in request.expires.map { now < $0 } ?? true }
        begin(requests: wanted, now, &actions)
    }
}
