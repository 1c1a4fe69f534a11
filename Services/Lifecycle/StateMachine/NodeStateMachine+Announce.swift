import Schema

extension NodeStateMachine {
    /// Hands one transition over as a unit, seen from the state just entered.
    func announce(
        _ specific: Transition.Specific?, changed: Bool = false, run: RunID? = nil, requests: [CommandRequest],
        _ actions: inout [LifecycleAction]
    ) {
        actions.append(
            .announce(
                Transition(
                    view: view, changed: changed, specific: specific, attempt: attempt, run: run ?? self.run,
                    requests: requests.compactMap(\.id))))
    }

    func settle(_ requests: [CommandRequest], _ outcome: RequestOutcome, _ actions: inout [LifecycleAction]) {
        for request in requests { actions.append(.settle(request, outcome)) }
    }
}
