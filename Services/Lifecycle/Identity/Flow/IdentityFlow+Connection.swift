import Schema

/// What the node shows to the broker, and what the broker says to it.
extension IdentityFlow {
    /// Shows the next thing that may be taken, or goes on where that is connected already.
    mutating func connectNext(_ actions: inout [IdentityAction]) {
        guard case .start(var start) = step else { return }
        guard let identity = candidates(start.need).first(where: { !start.shown.contains($0) }) else {
            return unreached(start, start.refusal ?? lastRefusal ?? .nothingToShow, isLocal: true, &actions)
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
        return bootstraps
    }

    /// With what the node can come back without a pair, best first: what the broker has refused comes last, and before
    /// it what has run out by our clock, which may be wrong. What is revoked stays so.
    private var bootstraps: [ConnectionIdentity] {
        var list: [(identity: ConnectionIdentity, rank: Int)] = []
        func add(_ identity: ConnectionIdentity, _ known: RefusedIdentity, _ end: WallTime) {
            let refusal = refused[known]
            guard refusal?.excludesNode != true else { return }
            list.append((identity, refusal != nil ? 2 : last.time >= end ? 1 : 0))
        }
        if let bundle = holdings.bootstrap {
            add(.bootstrap, .bootstrap(fingerprint: bundle.fingerprint), bundle.notAfter)
        }
        if let pair = holdings.pair, let end = pair.reserveNotAfter { add(.reserve, .reserve(pair.set), end) }
        return (0...2).flatMap { rank in list.filter { $0.rank == rank }.map(\.identity) }
    }

    /// The best there is, while nothing is under way: so that commands reach the node.
    var preferred: ConnectionIdentity {
        if let pair = servingPair { return .node(pair.set) }
        return bootstraps.first ?? .bootstrap
    }

    mutating func rest(_ actions: inout [IdentityAction]) {
        guard case .rest = step, link.wanted != preferred else { return }
        connect(preferred, &actions)
    }

    mutating func connected(_ identity: ConnectionIdentity, _ actions: inout [IdentityAction]) {
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
        _ identity: ConnectionIdentity, _ error: BeaconBusError, _ actions: inout [IdentityAction]
    ) {
        guard identity == link.wanted else { return }
        link.since = nil
        activation.openUntil = nil
        note(error, identity)
        switch step {
        case .start(var start):
            switch start.stage {
            case .connecting(identity, _):
                if error.refusesIdentity { start.refusal = error }
                step = .start(start)
                if error.refusesIdentity, case .required = start.need { return connectNext(&actions) }
                unreached(start, error, &actions)
            case .changing(let set, _) where identity == .node(set):
                if refused[.node(set)] != nil || error.code == .certificateInvalid {
                    refuse(start, error, isLocal: true, &actions)
                }
            default:
                // Revoked in the middle of it: nobody is asked any more, and nothing is sent.
                if case .node(let set) = identity, refused[.node(set)] != nil {
                    refuse(start, error, isLocal: true, &actions)
                }
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

    /// What is revoked is remembered; so is, of bootstrap certificates, what has expired, for something else to go first.
    private mutating func note(_ error: BeaconBusError, _ identity: ConnectionIdentity) {
        switch (identity, error.code) {
        case (.node(let set), .certificateRevoked): exclude(set, error)
        case (.bootstrap, .certificateRevoked), (.bootstrap, .certificateExpired),
            (.reserve, .certificateRevoked), (.reserve, .certificateExpired):
            if let known = refusable(identity) { refused[known] = error }
        default: break
        }
    }

    /// What came with a revoked pair is revoked with it.
    mutating func exclude(_ set: CertificateSetID, _ error: BeaconBusError) {
        refused[.node(set)] = error
        refused[.reserve(set)] = error
    }

    /// Why nothing can be shown although something is there.
    private var lastRefusal: BeaconBusError? {
        holdings.bootstrap.flatMap { refused[.bootstrap(fingerprint: $0.fingerprint)] }
            ?? holdings.pair.flatMap { refused[.node($0.set)] ?? refused[.reserve($0.set)] }
            ?? holdings.pair.flatMap { $0.isExpired(last.time) ? .expired($0.notAfter) : nil }
    }

    private func refusable(_ identity: ConnectionIdentity) -> RefusedIdentity? {
        switch identity {
        case .node(let set): .node(set)
        case .bootstrap: holdings.bootstrap.map { .bootstrap(fingerprint: $0.fingerprint) }
        case .reserve: holdings.pair.map { .reserve($0.set) }
        }
    }
}
