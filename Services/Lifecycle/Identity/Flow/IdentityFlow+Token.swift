import Schema

/// The token question: one source at a time, the first token wins (H25–H27, H36).
extension IdentityFlow {
    /// Connected: by possession, with the stored request, or with a token.
    mutating func proceed(_ actions: inout [IdentityAction]) {
        guard case .start(let start) = step else { return }
        if start.byPossession { return request(.renew, resume: resumes(.renew, &actions), &actions) }
        if resumes(.enrol, &actions) { return request(.enrol(token: nil), resume: true, &actions) }
        ask(&actions)
    }

    /// Whether a stored request of this kind can be repeated; another one is given up.
    mutating func resumes(_ kind: IdentityHoldings.RequestKind, _ actions: inout [IdentityAction]) -> Bool {
        guard let pending = holdings.pending else { return false }
        let age = last.time - pending.created
        if pending.kind == kind, age < settings.limits.pendingAge { return true }
        giveUpPending(&actions)
        return false
    }

    mutating func giveUpPending(_ actions: inout [IdentityAction]) {
        holdings.pending = nil
        actions.append(.discardPending)
    }

    mutating func ask(_ actions: inout [IdentityAction]) {
        guard case .start(var start) = step else { return }
        let now = last.now
        guard let since = link.since else {
            // Lost meanwhile: nobody could be asked.
            start.stage = .connecting(link.wanted ?? preferred, until: now + settings.limits.connect)
            step = .start(start)
            return
        }
        let gathered = since + settings.limits.registrations
        if now < gathered {
            start.stage = .gathering(until: gathered)
            step = .start(start)
            return
        }
        let rest = start.deadline - now
        guard rest > .zero, let source = observers.next(settings, after: start.asked) else {
            let concluded = since + settings.limits.conclusion
            guard rest > .zero, now < concluded else { return nobody(start, &actions) }
            start.stage = .gathering(until: concluded)
            step = .start(start)
            return
        }
        number += 1
        let timeout = min(settings.limits.question, rest)
        start.asked.append(source)
        start.stage = .asking(number, source, until: now + timeout)
        step = .start(start)
        actions.append(.ask(question: number, source, attempt: start.attempt, timeout: timeout))
    }

    mutating func answered(
        _ question: UInt64, _ result: IdentityEvent.TokenResult, _ actions: inout [IdentityAction]
    ) {
        guard case .start(var start) = step, case .asking(question, let source, _) = start.stage else { return }
        start.stage = .gathering(until: last.now)
        switch result {
        case .token:
            start.token = question
            step = .start(start)
            return request(.enrol(token: question), resume: false, &actions)
        case .null: start.nulls += 1
        case .failed(let error) where error.code == .connectionLost || error.code == .brokerUnreachable:
            // It was not asked, or could not answer: again once there is a connection, never at once, because the
            // bus tells this before it tells that the connection is lost.
            start.asked.removeAll { $0 == source }
            link.since = nil
            start.stage = .gathering(until: last.now + .seconds(1))
            step = .start(start)
            return
        case .failed(let error): start.silences.append(.silent(source, error))
        }
        step = .start(start)
        ask(&actions)
    }

    /// A time-out counts as null (D1).
    mutating func unanswered(_ actions: inout [IdentityAction]) {
        guard case .start(var start) = step, case .asking(let question, let source, _) = start.stage else { return }
        start.silences.append(.silent(source, nil))
        start.stage = .gathering(until: last.now)
        step = .start(start)
        actions.append(.forget(question: question))
        ask(&actions)
    }

    /// No token: `manual` refuses; `automatic` goes on with a pair that still serves (D3).
    private mutating func nobody(_ start: IdentityStep.Start, _ actions: inout [IdentityAction]) {
        let error = BeaconBusError.noToken(asked: start.asked, nulls: start.nulls, silences: start.silences)
        switch settings.policy {
        case .manual: refuse(start, error, &actions)
        case .automatic: unreached(start, error, &actions)
        }
    }
}
