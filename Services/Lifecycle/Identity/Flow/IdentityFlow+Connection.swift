import Schema

/// What the node shows to the broker, and what the broker says to it.
extension IdentityFlow {
    /// Shows the next thing that may be taken, or goes on where that is connected already.
    mutating func connectNext(_ actions: inout [IdentityAction]) {
        guard case .start(var start) = step else { return }
        guard let identity = candidates(start.need).first(where: { !start.shown.contains($0) }) else {
            return unreached(start, start.refusal ?? .nothingToShow, &actions)
        }
        start.shown.append(identity)
        if link.isUp(as: identity) {
            step = .start(start)
            return proceed(&actions)
        }
        start.stage = .connecting(identity, until: last.now + settings.limits.connect)
        step = .start(start)
        connect(identity, &actions)
    }

    mutating func connect(_ identity: ConnectionIdentity, _ actions: inout [IdentityAction]) {
        link = LinkView(wanted: identity, since: nil)
        actions.append(.connect(identity))
    }

    /// What a start may show, best first.
    private func candidates(_ need: IdentityStep.Need) -> [ConnectionIdentity] {
        if case .due = need, let pair = servingPair { return [.node(pair.set)] }
        // A bundle that has run out by our clock comes last: the clock may be wrong, and the broker judges.
        let list = [bootstrapEnd.map { (ConnectionIdentity.bootstrap, $0) }, reserveEnd.map { (.reserve, $0) }]
            .compactMap { $0 }
        return (list.filter { last.time < $0.1 } + list.filter { last.time >= $0.1 }).map(\.0)
    }

    /// When the operator's bundle expires; `nil` = none is there, or it is refused.
    private var bootstrapEnd: WallTime? {
        guard let bundle = holdings.bootstrap, refused[.bootstrap(fingerprint: bundle.fingerprint)] == nil else {
            return nil
        }
        return bundle.notAfter
    }

    private var reserveEnd: WallTime? {
        guard let pair = holdings.pair, refused[.reserve(pair.set)] == nil else { return nil }
        return pair.reserveNotAfter
    }

    /// The best there is, while nothing is under way: so that commands reach the node.
    var preferred: ConnectionIdentity {
        if let pair = servingPair { return .node(pair.set) }
        if bootstrapEnd != nil { return .bootstrap }
        // What came with a revoked pair is revoked with it.
        if let pair = holdings.pair, refused[.node(pair.set)] == nil, reserveEnd != nil { return .reserve }
        return .bootstrap
    }

    mutating func rest(_ actions: inout [IdentityAction]) {
        guard case .rest = step, link.wanted != preferred else { return }
        connect(preferred, &actions)
    }

    mutating func connected(
        _ identity: ConnectionIdentity, _ random: inout some RandomNumberGenerator, _ actions: inout [IdentityAction]
    ) {
        guard identity == link.wanted else { return }
        link.since = last.now
        if case .node(let set) = identity, set == holdings.pair?.set, holdings.pair?.activated == false {
            activation.due = last.now
            activation.openUntil = nil
        }
        switch step {
        case .rest: break
        case .start(let start):
            switch start.stage {
            case .connecting(identity, _): proceed(&actions)
            case .changing(let set, _) where identity == .node(set): ready(start, &actions)
            default: break
            }
        case .renewal(let renewal):
            if case .changing(let set, _) = renewal.stage, identity == .node(set) { step = .rest }
        }
    }

    mutating func disconnected(
        _ identity: ConnectionIdentity, _ error: BeaconBusError, _ random: inout some RandomNumberGenerator,
        _ actions: inout [IdentityAction]
    ) {
        guard identity == link.wanted else { return }
        link.since = nil
        activation.openUntil = nil
        if error.refusesIdentity, let known = refusable(identity), !stillServes(identity, error) {
            refused[known] = error
        }
        switch step {
        case .start(var start):
            switch start.stage {
            case .connecting(identity, _):
                if error.refusesIdentity { start.refusal = error }
                step = .start(start)
                if error.refusesIdentity, case .required = start.need { return connectNext(&actions) }
                unreached(start, error, &actions)
            case .changing(let set, _) where identity == .node(set):
                if refused[.node(set)] != nil { refuse(start, error, isLocal: true, &actions) }
            default: break
            }
        case .renewal, .rest:
            guard case .node(let set) = identity, refused[.node(set)] != nil else {
                if stillServes(identity, error) { actions.append(.warn(.clockOrRevocationList(error))) }
                return
            }
            end(error, &actions)
        }
    }

    /// An expired certificate is what the broker says also where its list of revocations has run out, or where its
    /// clock is wrong: a pair that is valid by our own account goes on (a lost broker changes no state).
    private func stillServes(_ identity: ConnectionIdentity, _ error: BeaconBusError) -> Bool {
        guard case .node = identity, error.code == .certificateExpired else { return false }
        return servingPair != nil
    }

    private func refusable(_ identity: ConnectionIdentity) -> RefusedIdentity? {
        switch identity {
        case .node(let set): .node(set)
        case .bootstrap: holdings.bootstrap.map { .bootstrap(fingerprint: $0.fingerprint) }
        case .reserve: holdings.pair.map { .reserve($0.set) }
        }
    }
}
