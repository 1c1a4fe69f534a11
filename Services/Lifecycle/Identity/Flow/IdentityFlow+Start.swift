import Schema

/// The identity steps of a start: what is needed, and how they end.
extension IdentityFlow {
    mutating func prepare(_ attempt: UInt64, _ deadline: Instant, _ actions: inout [IdentityAction]) {
        drop(&actions)
        watch.follow(nil, last.now, observers.generation)
        if let problem = holdings.problem {
            let recovery = Recovery(afterIdentity: problem, isLocal: true)
            return actions.append(.failed(attempt: attempt, problem, recovery: recovery))
        }
        var start = IdentityStep.Start(
            attempt: attempt, deadline: deadline, need: .required, byPossession: false,
            stage: .gathering(until: last.now))
        if let pair = servingPair {
            // H35: nobody is asked while a valid certificate is installed. It needs no network either (R16).
            guard isDue(pair) else { return actions.append(.ready(attempt: attempt)) }
            start.need = .due
            start.byPossession =
                settings.policy == .automatic && !pair.isOverdue(last.time, settings.maximumChainAge)
        }
        step = .start(start)
        connectNext(&actions)
    }

    /// A stop, or the end of the attempt: no further observer is asked, no token is sent (R19).
    mutating func cancel(_ attempt: UInt64, _ actions: inout [IdentityAction]) {
        guard case .start(let start) = step, start.attempt == attempt else { return }
        drop(&actions)
    }

    /// Ends whatever is under way; what comes of it later is of an older number.
    mutating func drop(_ actions: inout [IdentityAction]) {
        if case .start(let start) = step {
            if case .asking(let question, _, _) = start.stage { actions.append(.forget(question: question)) }
            if let token = start.token { actions.append(.forget(question: token)) }
        }
        step = .rest
    }

    /// The pair that can be shown now: there, not refused, within its time.
    var servingPair: IdentityHoldings.Pair? {
        guard let pair = holdings.pair, refused[.node(pair.set)] == nil, !pair.isExpired(last.time) else { return nil }
        return pair
    }

    /// Whether a start has to ask for a new pair: this one is about to expire, or a token is due (D2, D5).
    func isDue(_ pair: IdentityHoldings.Pair) -> Bool {
        pair.isDue(last.time) || pair.isOverdue(last.time, settings.maximumChainAge)
    }

    mutating func ready(_ start: IdentityStep.Start, _ actions: inout [IdentityAction]) {
        drop(&actions)
        actions.append(.ready(attempt: start.attempt))
    }

    /// Refuses to start (H32).
    mutating func refuse(
        _ start: IdentityStep.Start, _ error: BeaconBusError, isLocal: Bool = false,
        _ actions: inout [IdentityAction]
    ) {
        drop(&actions)
        let recovery = Recovery(afterIdentity: error, isLocal: isLocal)
        actions.append(.failed(attempt: start.attempt, error, recovery: recovery))
    }

    /// Whoever had to answer could not: a pair that still serves does serve (D3), otherwise there is no start.
    mutating func unreached(
        _ start: IdentityStep.Start, _ error: BeaconBusError, isLocal: Bool = false,
        _ actions: inout [IdentityAction]
    ) {
        guard case .due = start.need, servingPair != nil else {
            return refuse(start, error, isLocal: isLocal, &actions)
        }
        ready(start, &actions)
        actions.append(.warn(.stillDue(error)))
    }
}
