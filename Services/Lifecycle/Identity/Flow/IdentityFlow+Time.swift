import Schema

/// What time brings: the end of waiting, and the end of a certificate.
extension IdentityFlow {
    mutating func elapse(_ random: inout some RandomNumberGenerator, _ actions: inout [IdentityAction]) {
        guard let due = step.deadline, last.now >= due else { return }
        switch step {
        case .rest: break
        case .start(let start): elapse(start, &random, &actions)
        case .renewal(let current):
            switch current.stage {
            case .requesting: renewalFailed(.unreached(nil, link.since != nil), &random, &actions)
            // The new pair is valid; the connection will come, or the broker says what is wrong with it.
            case .changing: step = .rest
            case .installing: break
            }
        }
    }

    private mutating func elapse(
        _ start: IdentityStep.Start, _ random: inout some RandomNumberGenerator, _ actions: inout [IdentityAction]
    ) {
        let isOver = last.now >= start.deadline
        switch start.stage {
        case .connecting: unreached(start, .noConnection, &actions)
        case .gathering: ask(&actions)
        case .asking: unanswered(&actions)
        case .requesting(let number, _, _):
            guard isOver else { return replied(number, .failure(.unanswered), &random, &actions) }
            unreached(start, .unreached(.unanswered, link.since != nil), &actions)
        case .pausing:
            guard isOver else { return repeatRequest(&actions) }
            unreached(start, start.refusal ?? .unanswered, &actions)
        case .installing: unreached(start, .slowDisk, isLocal: true, &actions)
        // A valid pair needs no network to run (R16).
        case .changing: ready(start, &actions)
        }
    }

    /// The pair has come to its end (D5, H31).
    mutating func expire(_ actions: inout [IdentityAction]) {
        guard let pair = holdings.pair, pair.isExpired(last.time), toldExpired != pair.set else { return }
        toldExpired = pair.set
        switch step {
        case .rest, .renewal: end(.expired(pair.notAfter), &actions)
        case .start(let start): expire(start, &actions)
        }
    }

    /// A node that took its run over from before may not go on without a pair (D3); what is wrong with the folder is said
    /// as soon as it is seen, not only by the next start.
    mutating func miss(_ actions: inout [IdentityAction]) {
        if toldProblem != holdings.problem {
            toldProblem = holdings.problem
            if let problem = holdings.problem { actions.append(.warn(problem)) }
        }
        guard node == .running, case .rest = step, holdings.pair == nil, holdings.problem == nil else {
            return toldMissing = false
        }
        guard !toldMissing else { return }
        toldMissing = true
        end(.missing, &actions)
    }

    /// In the middle of a start: what needs the pair itself is given up for a token.
    private mutating func expire(_ start: IdentityStep.Start, _ actions: inout [IdentityAction]) {
        switch start.stage {
        case .connecting, .requesting(_, .renew, _), .pausing(.renew, _): break
        case .gathering, .asking, .requesting, .pausing, .installing, .changing: return
        }
        var start = start
        start.need = .required
        start.byPossession = false
        start.shown = []
        step = .start(start)
        connectNext(&actions)
    }

    /// A node that runs, or is about to, may not any longer.
    mutating func end(_ error: BeaconBusError, _ actions: inout [IdentityAction]) {
        if case .renewal = step { step = .rest }
        switch node {
        case .running, .starting: actions.append(.ended(error))
        case .idle, .stopping: break
        }
    }
}
