import Schema

/// Putting what was issued to use, and having it activated.
extension IdentityFlow {
    /// The folder holds this now.
    mutating func adopt(_ new: IdentityHoldings, _ random: inout some RandomNumberGenerator) {
        let old = holdings
        holdings = new
        if new.bootstrap != old.bootstrap || new.problem != old.problem || new.pair?.set != old.pair?.set {
            watch.sawIdentity()
        }
        guard new.pair?.set != old.pair?.set else { return }
        activation.reset()
        toldExpired = nil
        forgetRefusals()
        if let pair = new.pair { renewal.plan(pair, last, using: &random) }
    }

    /// Somebody looked into the folder, perhaps a moment ago: what is asked of the authority now is known better here.
    mutating func looked(_ new: IdentityHoldings, _ random: inout some RandomNumberGenerator) {
        var new = new
        if step.isRequesting { new.pending = holdings.pending }
        adopt(new, &random)
    }

    /// Only what is still there can be refused.
    private mutating func forgetRefusals() {
        let (pair, bundle) = (holdings.pair, holdings.bootstrap)
        refused = refused.filter { identity, _ in
            switch identity {
            case .node(let set), .reserve(let set): set == pair?.set
            case .bootstrap(let fingerprint): fingerprint == bundle?.fingerprint
            }
        }
    }

    mutating func installed(
        _ number: UInt64, _ new: IdentityHoldings, _ random: inout some RandomNumberGenerator,
        _ actions: inout [IdentityAction]
    ) {
        // Whatever was waited for: this is on the disk now.
        adopt(new, &random)
        switch step {
        case .rest: break
        case .start(var start):
            let isAwaited = if case .installing(number) = start.stage { true } else { false }
            // The late fruit of an earlier start: with a good pair there is nothing left to ask (H35).
            guard isAwaited || (servingPair.map { !isDue($0) } ?? false) else { return }
            if case .asking(let question, _, _) = start.stage { actions.append(.forget(question: question)) }
            if let token = start.token { actions.append(.forget(question: token)) }
            start.token = nil
            step = .start(start)
            guard let pair = servingPair else { return refuse(start, .installedInVain, isLocal: true, &actions) }
            start.stage = .changing(pair.set, until: last.now + settings.limits.change)
            step = .start(start)
            connect(.node(pair.set), &actions)
        case .renewal(var current):
            guard case .installing(number) = current.stage else { return }
            guard let pair = servingPair else { return step = .rest }
            current.stage = .changing(pair.set, until: last.now + settings.limits.change)
            step = .renewal(current)
            connect(.node(pair.set), &actions)
        }
    }

    mutating func installFailed(
        _ number: UInt64, _ error: BeaconBusError, _ random: inout some RandomNumberGenerator,
        _ actions: inout [IdentityAction]
    ) {
        switch step {
        case .rest: break
        case .start(let start):
            guard case .installing(number) = start.stage else { return }
            // What does not fit never will; what could not be stored is asked for again under the same id.
            if error.code == .certificateInvalid { giveUpPending(&actions) }
            unreached(start, error, isLocal: error.code != .certificateInvalid, &actions)
        case .renewal(let current):
            guard case .installing(number) = current.stage else { return }
            if error.code == .certificateInvalid { giveUpPending(&actions) }
            renewalFailed(error, &random, &actions)
        }
    }

    // MARK: Activation

    /// When activation is to be tried, or given up waiting for.
    var activationDue: Instant? {
        guard let pair = holdings.pair, !pair.activated, link.isUp(as: .node(pair.set)) else { return nil }
        return activation.openUntil ?? activation.due
    }

    mutating func activate(_ actions: inout [IdentityAction]) {
        guard let due = activationDue, last.now >= due, let set = holdings.pair?.set else { return }
        // The edge answers each try; one whose answer does not come is tried again.
        activation.openUntil = last.now + settings.limits.activationGreatest
        activation.due = nil
        actions.append(.activate(set))
    }

    mutating func activated(_ set: CertificateSetID) {
        guard holdings.pair?.set == set else { return }
        holdings.pair?.activated = true
        activation.reset()
    }

    mutating func activateFailed(
        _ set: CertificateSetID, _ error: BeaconBusError, _ random: inout some RandomNumberGenerator,
        _ actions: inout [IdentityAction]
    ) {
        guard let pair = holdings.pair, pair.set == set, !pair.activated else { return }
        guard case .refused = error.standing else {
            return activation.failed(
                last.now, first: settings.limits.activationFirst, greatest: settings.limits.activationGreatest,
                using: &random)
        }
        // Too late, or not ours: the authority has given it up, and the next start enrols anew.
        refused[.node(set)] = error
        activation.reset()
        actions += [.warn(.notActivated(error)), .discardSet(set)]
    }
}
