import Schema

/// Deadlines, and what a restarted process does with what the last one left (design §5 "Run and order").
extension NodeStateMachine {
    mutating func tick(_ now: Instant, _ actions: inout [LifecycleAction]) {
        guard let deadline, now >= deadline else { return }
        switch phase {
        case .idle, .running: return
        case .starting(var starting):
            switch starting.stage {
            case .identity:
                actions.append(.cancelIdentity(attempt: attempt))
                fail(starting, timeout(identity: true), &actions)
            case .scan:
                starting.stage = .rollback(timeout(identity: false))
                starting.deadline = now + limits.rollback
                phase = .starting(starting)
                actions.append(.halt(run: starting.run, attempt: attempt))
            case .rollback(let error): fail(starting, error, &actions)
            }
        case .stopping:
            let error = BeaconBusError(
                .scannerSilent, "The scanner did not confirm the stop.",
                reason: "no answer to halt within \(limits.stop)",
                suggestion: "See whether beacon-scanner runs on this node; it halts by itself once it sees the state.")
            stopped(error, now, &actions)
        }
    }

    /// Stored starting ends in `startFailed`, stored stopping halts again; running is taken over without an event,
    /// or becomes `lost` when its scanner does not show.
    mutating func resume(_ now: Instant, _ actions: inout [LifecycleAction]) {
        switch phase {
        case .idle, .running: return
        case .starting(var starting):
            let error = BeaconBusError(
                .startInterrupted, reason: "beacon-lifecycle was restarted during attempt \(attempt)",
                suggestion: "Start the node again.")
            if case .identity = starting.stage { return fail(starting, error, &actions) }
            if case .rollback = starting.stage {} else { starting.stage = .rollback(error) }
            starting.deadline = now + limits.stop
            phase = .starting(starting)
            actions.append(.halt(run: starting.run, attempt: attempt))
        case .stopping(var stopping):
            stopping.deadline = now + limits.stop
            phase = .stopping(stopping)
            actions.append(.halt(run: stopping.run, attempt: attempt))
        }
    }

    private func timeout(identity: Bool) -> BeaconBusError {
        BeaconBusError(
            .startTimeout,
            reason: identity
                ? "the node's identity was not ready within \(limits.start)"
                : "the scanner did not report scanning within \(limits.start)",
            suggestion: identity
                ? "See whether the certificate authority and an observer answer."
                : "See whether beacon-scanner runs on this node and what its status says.")
    }
}
