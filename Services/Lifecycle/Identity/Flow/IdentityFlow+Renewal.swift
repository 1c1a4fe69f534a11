import Schema

/// Renewal by possession while the node runs, policy `automatic` (D5). Nobody is asked for a token (H33, H34).
extension IdentityFlow {
    /// When the next try is due; `nil` = not as things are.
    func renewalDue(_ pair: IdentityHoldings.Pair) -> Instant? {
        guard settings.policy == .automatic, node == .running, case .rest = step, let at = renewal.at,
            link.isUp(as: .node(pair.set)), !pair.isExpired(last.time), refused[.node(pair.set)] == nil,
            renewal.toldOverdue != pair.set
        else { return nil }
        return max(last.instant(of: at), renewal.notBefore)
    }

    mutating func renew(_ random: inout some RandomNumberGenerator, _ actions: inout [IdentityAction]) {
        guard let pair = servingPair, let due = renewalDue(pair), last.now >= due else { return }
        guard !pair.isOverdue(last.time, settings.maximumChainAge) else {
            renewal.toldOverdue = pair.set
            return actions.append(.warn(.overdue(pair.notAfter, settings.maximumChainAge)))
        }
        number += 1
        let timeout = settings.limits.request
        let resume = resumes(.renew, &actions)
        step = .renewal(IdentityStep.Renewal(stage: .requesting(number, until: last.now + timeout)))
        if !resume { holdings.pending = IdentityHoldings.Pending(kind: .renew, created: last.time) }
        actions.append(.send(number: number, kind: .renew, resume: resume, timeout: timeout))
    }

    mutating func renewalReplied(
        _ number: UInt64, _ reply: Result<IdentityEvent.Issued, BeaconBusError>,
        _ random: inout some RandomNumberGenerator, _ actions: inout [IdentityAction]
    ) {
        guard case .renewal(var current) = step, case .requesting(number, _) = current.stage else { return }
        switch reply {
        case .success(let issued):
            if let error = clockError(issued) { return renewalFailed(error, &random, &actions) }
            current.stage = .installing(number)
            step = .renewal(current)
            actions.append(.install(number: number))
        case .failure(let error):
            if case .refused = error.standing { giveUpPending(&actions) }
            if error.excludesNode, let pair = holdings.pair {
                exclude(pair.set, error)
                step = .rest
                return end(.excluded(error), &actions)
            }
            renewalFailed(error, &random, &actions)
        }
    }

    /// Again later: at most a tenth of what is left, at most an hour.
    mutating func renewalFailed(
        _ error: BeaconBusError, _ random: inout some RandomNumberGenerator, _ actions: inout [IdentityAction]
    ) {
        step = .rest
        let left = holdings.pair.map { $0.notAfter - last.time } ?? .zero
        let greatest = max(min(left / 10, settings.limits.renewalGreatest), .seconds(1))
        let wait = Repetition.wait(
            renewal.failures, min(settings.limits.renewalFirst, greatest), greatest, &random)
        renewal.failures += 1
        renewal.notBefore = last.now + wait
        actions.append(.warn(.notRenewed(error)))
    }

    /// A stop, or the end of the run: the renewal is not waited for; its request stays for the next time.
    mutating func follow(_ state: NodeState, _ armed: Recovery?, _ actions: inout [IdentityAction]) {
        node = state
        watch.follow(armed, last.now, observers.generation)
        guard state != .running, case .renewal(let current) = step else { return }
        if case .requesting = current.stage { step = .rest }
    }
}
