import Schema

/// Asking the authority, and what it says (H28–H32).
extension IdentityFlow {
    /// A request of a start, for the first time in it.
    mutating func request(
        _ request: IdentityAction.Request, resume: Bool, _ actions: inout [IdentityAction]
    ) {
        guard case .start(var start) = step else { return }
        start.resumes = resume
        start.sent = 0
        start.unable = 0
        step = .start(start)
        send(request, resume: resume, &actions)
    }

    private mutating func send(
        _ request: IdentityAction.Request, resume: Bool, _ actions: inout [IdentityAction]
    ) {
        guard case .start(var start) = step else { return }
        number += 1
        let timeout = max(min(settings.limits.request, start.deadline - last.now), .milliseconds(1))
        start.sent += 1
        start.stage = .requesting(number, request, until: last.now + timeout)
        step = .start(start)
        actions.append(.send(number: number, kind: request, resume: resume, timeout: timeout))
        if !resume { holdings.pending = IdentityHoldings.Pending(kind: request.kind, created: last.time) }
    }

    /// The same request again, as far as the start's time allows.
    mutating func repeatRequest(_ actions: inout [IdentityAction]) {
        guard case .start(let start) = step, case .pausing(let request, _) = start.stage else { return }
        send(request, resume: true, &actions)
    }

    mutating func replied(
        _ number: UInt64, _ reply: Result<IdentityEvent.Issued, BeaconBusError>,
        _ random: inout some RandomNumberGenerator, _ actions: inout [IdentityAction]
    ) {
        if case .renewal = step { return renewalReplied(number, reply, &random, &actions) }
        guard case .start(var start) = step, case .requesting(number, let request, _) = start.stage else { return }
        switch reply {
        case .success(let issued):
            if let error = clockError(issued) { return unreached(start, error, &actions) }
            start.stage = .installing(number)
            step = .start(start)
            actions.append(.install(number: number))
        case .failure(let error):
            switch error.standing {
            case .lost: lost(start, request, error, &random, &actions)
            case .unable: unable(start, request, error, &random, &actions)
            case .refused: refusedBy(start, request, error, &actions)
            }
        }
    }

    /// No answer: the same request again, under the same id (a lost answer is repeated by the authority).
    private mutating func lost(
        _ start: IdentityStep.Start, _ request: IdentityAction.Request, _ error: BeaconBusError,
        _ random: inout some RandomNumberGenerator, _ actions: inout [IdentityAction]
    ) {
        let isPatient = if case .due = start.need { start.sent < settings.limits.triesWhenDue } else { true }
        guard isPatient else { return unreached(start, .unreached(error, link.since != nil), &actions) }
        pause(start, request, after: start.sent, .unreached(error, link.since != nil), &random, &actions)
    }

    /// The authority cannot now: again, a few times.
    private mutating func unable(
        _ start: IdentityStep.Start, _ request: IdentityAction.Request, _ error: BeaconBusError,
        _ random: inout some RandomNumberGenerator, _ actions: inout [IdentityAction]
    ) {
        var start = start
        start.unable += 1
        let isPatient = start.unable < settings.limits.tries && error.code != .rateLimited
        guard isPatient else { return unreached(start, error, &actions) }
        pause(start, request, after: start.unable + 1, error, &random, &actions)
    }

    private mutating func pause(
        _ start: IdentityStep.Start, _ request: IdentityAction.Request, after failures: Int, _ error: BeaconBusError,
        _ random: inout some RandomNumberGenerator, _ actions: inout [IdentityAction]
    ) {
        let wait = Repetition.wait(failures - 1, settings.limits.pause, settings.limits.pause * 8, &random)
        guard last.now + wait < start.deadline else { return unreached(start, error, &actions) }
        var start = start
        start.stage = .pausing(request, until: last.now + wait)
        start.refusal = error
        step = .start(start)
    }

    /// A final no.
    private mutating func refusedBy(
        _ start: IdentityStep.Start, _ request: IdentityAction.Request, _ error: BeaconBusError,
        _ actions: inout [IdentityAction]
    ) {
        var start = start
        // Whoever waits for approval asks again with the same request.
        if error.code == .nodeUnexpected || error.code == .approvalPending {
            return refuse(start, error, &actions)
        }
        giveUpPending(&actions)
        if error.excludesNode {
            if let pair = holdings.pair { exclude(pair.set, error) }
            return refuse(start, error, &actions)
        }
        switch request {
        case .renew:
            // D3: only if possession is refused somebody is asked for a token.
            start.byPossession = false
            step = .start(start)
            ask(&actions)
        case .enrol(let token):
            if start.resumes, error.concernsRequest {
                // The token of an earlier start; this one has not asked yet.
                start.resumes = false
                step = .start(start)
                return ask(&actions)
            }
            if error.code == .requestConflict, let token, !start.renumbered {
                start.renumbered = true
                step = .start(start)
                return self.request(.enrol(token: token), resume: false, &actions)
            }
            refuse(start, error, &actions)
        }
    }

    /// Nothing was sent: the disk, the keys.
    mutating func sendFailed(
        _ number: UInt64, _ error: BeaconBusError, _ random: inout some RandomNumberGenerator,
        _ actions: inout [IdentityAction]
    ) {
        // Whoever waits for it or not: there is no stored request.
        if number == self.number { holdings.pending = nil }
        switch step {
        case .start(let start):
            guard case .requesting(number, _, _) = start.stage else { return }
            unreached(start, error, isLocal: true, &actions)
        case .renewal(let renewal):
            guard case .requesting(number, _) = renewal.stage else { return }
            renewalFailed(error, &random, &actions)
        case .rest: break
        }
    }

    /// Whether what was just issued is past already by our own clock, which then is wrong (D17).
    func clockError(_ issued: IdentityEvent.Issued) -> BeaconBusError? {
        guard last.time >= issued.notAfter || last.time < issued.notBefore - settings.limits.clockTolerance else {
            return nil
        }
        return .wrongClock(last.time, issued)
    }
}
