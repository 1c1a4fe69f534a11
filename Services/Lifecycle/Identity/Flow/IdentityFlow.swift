import Schema

/// How a node comes by its certificates, keeps them and loses them, apart from all I/O (D1–D5, H25–H37).
///
/// It does one thing at a time: the identity steps of a start, or a renewal while the node runs; beside them it has a
/// pair activated, watches its end, and notices when the cause of a failed start may have gone. It never holds a
/// token: it knows the number of the question whose answer was one.
struct IdentityFlow: Sendable {
    let settings: IdentitySettings
    var observers: ObserverBook
    var holdings = IdentityHoldings()
    var link = LinkView()
    var step = IdentityStep.rest
    /// The number of the newest question or request; rises for the life of the process.
    var number: UInt64 = 0
    /// Where the node stands, as the state machine says.
    var node = NodeState.idle
    var activation = Repetition()
    var renewal = RenewalClock()
    var watch = RecoveryWatch()
    /// What the broker or the authority does not take any more, and why.
    var refused: [RefusedIdentity: BeaconBusError] = [:]
    /// The pair whose end has been told.
    var toldExpired: CertificateSetID?
    /// Whether it has been told that a node runs without a pair.
    var toldMissing = false
    /// What is wrong with the folder, as it was told last.
    var toldProblem: BeaconBusError?
    /// The last moment anything happened, by which points in civil time become instants.
    var last = Moment(now: .zero, time: .epoch)
    private var reported: CertificateReport?

    init(_ settings: IdentitySettings, node: NodeID, remembered: [ObserverID] = []) {
        self.settings = settings
        observers = ObserverBook(node: node, remembered: remembered)
    }

    /// Takes one event and returns what has to be done about it, in order.
    mutating func handle(
        _ event: IdentityEvent, _ moment: Moment, using random: inout some RandomNumberGenerator
    ) -> [IdentityAction] {
        last = moment
        var actions: [IdentityAction] = []
        switch event {
        case .began(let holdings): adopt(holdings, &random)
        case .holdings(let holdings): looked(holdings, &random)
        case .prepare(let attempt, let deadline): prepare(attempt, deadline, &actions)
        case .cancel(let attempt): cancel(attempt, &actions)
        case .follow(let state, let armed): follow(state, armed, &actions)
        case .connected(let identity): connected(identity, &actions)
        case .disconnected(let identity, let error): disconnected(identity, error, &actions)
        case .registration(let observer, let registration): observers.register(observer, registration)
        case .observerLost(let observer, let will, let stored): observers.lost(observer, will, stored: stored)
        case .tokenFile: watch.sawTokenFile()
        case .authority(let isReady, let session): watch.sawAuthority(isReady, session)
        case .token(let question, let result): answered(question, result, &actions)
        case .reply(let number, let reply): replied(number, reply, &random, &actions)
        case .sendFailed(let number, let error): sendFailed(number, error, &random, &actions)
        case .installed(let number, let holdings): installed(number, holdings, &random, &actions)
        case .installFailed(let number, let error): installFailed(number, error, &random, &actions)
        case .activated(let set): activated(set)
        case .activateFailed(let set, let error): activateFailed(set, error, &random, &actions)
        case .tick: break
        }
        work(&random, &actions)
        return actions
    }

    /// When `tick` is due next; `nil` = never.
    var deadline: Instant? {
        var earliest = step.deadline ?? .distantFuture
        if let due = activationDue { earliest = min(earliest, due) }
        if let pair = holdings.pair {
            if toldExpired != pair.set { earliest = min(earliest, last.instant(of: pair.notAfter)) }
            if let due = renewalDue(pair) { earliest = min(earliest, due) }
        }
        if let due = watch.deadline(settings.limits.patience) { earliest = min(earliest, due) }
        return earliest == .distantFuture ? nil : earliest
    }

    /// What the retained state says of the certificate.
    func report(_ moment: Moment) -> CertificateReport {
        guard let pair = holdings.pair else { return CertificateReport(status: .none) }
        let status: CertificateStatus =
            if refused[.node(pair.set)] != nil {
                .revoked
            } else if pair.isExpired(moment.time) {
                .expired
            } else if pair.isDue(moment.time) || pair.isOverdue(moment.time, settings.maximumChainAge) {
                .renewalDue
            } else {
                .valid
            }
        return CertificateReport(status: status, notAfter: pair.notAfter, set: pair.set)
    }

    /// What follows from the time, whatever happened.
    private mutating func work(_ random: inout some RandomNumberGenerator, _ actions: inout [IdentityAction]) {
        elapse(&random, &actions)
        expire(&actions)
        miss(&actions)
        activate(&actions)
        renew(&random, &actions)
        rest(&actions)
        if let cause = watch.gone(last.now, settings.limits.patience, observers.generation) {
            actions.append(.recovered(cause))
        }
        let report = report(last)
        if report != reported {
            reported = report
            actions.append(.report)
        }
    }
}
