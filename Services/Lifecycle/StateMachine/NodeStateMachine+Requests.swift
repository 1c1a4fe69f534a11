import Schema

/// Start and stop, in every state: the first two columns of the table.
extension NodeStateMachine {
    mutating func start(_ request: CommandRequest?, _ now: Instant, _ actions: inout [LifecycleAction]) {
        guard accepts(request, &actions) else { return }
        requested = true
        switch phase {
        case .idle:
            begin(requests: list(request), now, &actions)
        case .starting(var starting):
            starting.requests += list(request)
            phase = .starting(starting)
            actions.append(.persist)
        case .running:
            announce(.started(repeated: true), requests: list(request), &actions)
            settle(list(request), .started(repeated: true), &actions)
        case .stopping(var stopping):
            stopping.latched = (stopping.latched ?? []) + list(request)
            phase = .stopping(stopping)
            actions += [.persist, .publishState(view)]
        }
    }

    mutating func stop(_ request: CommandRequest?, _ now: Instant, _ actions: inout [LifecycleAction]) {
        guard accepts(request, &actions) else { return }
        requested = false
        switch phase {
        case .idle:
            phase = .idle(Phase.Idle())
            actions.append(.persist)
            announce(.stopped(nil), requests: list(request), &actions)
            settle(list(request), .stopped(nil), &actions)
        case .starting(let starting):
            cancel(starting, request, now, &actions)
        case .running(let running):
            halt(running.run, requests: list(request), now, &actions)
        case .stopping(var stopping):
            let superseded = stopping.latched ?? []
            stopping.latched = nil
            stopping.requests += list(request)
            phase = .stopping(stopping)
            actions += [.persist, .publishState(view)]
            settle(superseded, .superseded, &actions)
        }
    }

    /// A new attempt. Being in `starting` disarms `ready` by itself.
    mutating func begin(requests: [CommandRequest], _ now: Instant, _ actions: inout [LifecycleAction]) {
        attempt = min(attempt + 1, greatestExactNumber)
        guard let run = RunID(session: session, attempt: attempt) else {
            let error = BeaconBusError(
                .internalError, reason: "no run can be named from session \(session) and attempt \(attempt)",
                suggestion: "Remove the lifecycle's stored state and restart it.")
            return settle(requests, .refused(error), &actions)
        }
        let before = state
        phase = .starting(
            Phase.Starting(run: run, stage: .identity, deadline: now + limits.start, requests: requests))
        previous = before
        actions.append(.persist)
        announce(nil, changed: true, requests: [], &actions)
        actions.append(.prepareIdentity(attempt: attempt, deadline: now + limits.identity))
    }

    /// A stop while starting: the last request wins (R19).
    private mutating func cancel(
        _ starting: Phase.Starting, _ request: CommandRequest?, _ now: Instant, _ actions: inout [LifecycleAction]
    ) {
        let isIdentity = if case .identity = starting.stage { true } else { false }
        if isIdentity { actions.append(.cancelIdentity(attempt: attempt)) }
        halt(starting.run, requests: list(request), now, &actions)
        settle(starting.requests, .superseded, &actions)
        // Before the scanner was asked there is nothing to wait for.
        if isIdentity { stopped(nil, now, &actions) }
    }

    private mutating func halt(
        _ run: RunID, requests: [CommandRequest], _ now: Instant, _ actions: inout [LifecycleAction]
    ) {
        previous = state
        phase = .stopping(
            Phase.Stopping(run: run, deadline: now + limits.stop, requests: requests, latched: nil))
        actions.append(.persist)
        announce(nil, changed: true, requests: [], &actions)
        actions.append(.halt(run: run, attempt: attempt))
    }

    /// Bounds the requests that wait (R12): one too many is refused and changes nothing.
    private func accepts(_ request: CommandRequest?, _ actions: inout [LifecycleAction]) -> Bool {
        guard let request, waiting >= limits.waiting else { return true }
        let error = BeaconBusError(
            .busy, reason: "\(waiting) requests already wait for their outcome",
            suggestion: "Wait for the outcome of an earlier request, then ask again.")
        actions.append(.settle(request, .refused(error)))
        return false
    }

    private func list(_ request: CommandRequest?) -> [CommandRequest] {
        request.map { [$0] } ?? []
    }
}

/// The greatest whole number every JSON reader keeps exactly.
private let greatestExactNumber: UInt64 = 9_007_199_254_740_991
