import Schema

@testable import LifecycleService

/// Names every broken promise about the identity: invariants 8–10 of requirements §5, H33–H36, D3, D5, R19.
struct IdentityChecker {
    private(set) var violations: [String] = []
    private(set) var asks = 0
    private(set) var readies = 0
    let policy: RunPolicy
    private var attempt: UInt64 = 0
    /// Of the present attempt:
    private var asked: [TokenSource] = []
    private var hasToken = false
    private var renewalRefused = false
    private var rejected = false
    private var excused = false

    init(policy: RunPolicy) {
        self.policy = policy
    }

    /// A new attempt begins.
    mutating func begin(_ attempt: UInt64) {
        self.attempt = attempt
        asked = []
        (hasToken, renewalRefused, rejected, excused) = (false, false, false, false)
    }

    // MARK: What the world says

    mutating func gaveToken() { hasToken = true }

    /// A source could not be asked, because the connection was lost: it may be asked again.
    mutating func unsent(_ source: TokenSource) {
        asked.removeAll { $0 == source }
        excused = true
    }

    /// Nobody had one, the network or the authority could not, or the disk.
    mutating func excuse() { excused = true }

    mutating func refused(_ kind: IdentityHoldings.RequestKind, isFinal: Bool, resumed: Bool) {
        guard isFinal else { return excuse() }
        if kind == .renew { renewalRefused = true } else if !resumed { rejected = true }
    }

    // MARK: What the flow does

    mutating func check(_ action: IdentityAction, _ edge: NodeEdge, _ machine: NodeStateMachine, _ moment: Moment) {
        let time = moment.time
        let isStarting = machine.state == .starting
        switch action {
        case .ask(_, let source, let number, _):
            asks += 1
            if edge.question != nil { broken("two questions at once (H36)") }
            if !isStarting || number != attempt || number != machine.attempt {
                broken("a question outside of its start (invariant 9)")
            }
            if hasToken { broken("a question after a token (invariant 8)") }
            if let pair = serving(edge, time), !pair.isDue(time), !overdue(pair, time) {
                broken("a question while a certificate is valid (H35)")
            }
            if let pair = serving(edge, time), policy == .automatic, !overdue(pair, time), !renewalRefused {
                broken("a question before possession was refused (D3)")
            }
            if asked.contains(source) { broken("\(source) asked twice (H36)") }
            if case .observer(let name) = source, let index = NodeEdge.names.firstIndex(of: name), !edge.present[index]
            {
                broken("\(source) asked although it is gone (D1)")
            }
            if !edge.isUp { broken("a question without a connection") }
            asked.append(source)
        case .send(_, let kind, let resume, _):
            if edge.request != nil, edge.requestAttempt == machine.attempt, moment.now < edge.requestUntil {
                broken("two requests at once")
            }
            switch kind {
            case .enrol(let token):
                if !isStarting { broken("a token sent outside of a start (invariant 9)") }
                if let token, !edge.tokens.contains(token) { broken("a token that was forgotten") }
                if !resume, token == nil || !hasToken { broken("an enrolment without a token") }
                if token == nil, edge.holdings.pending?.kind != .enrol { broken("no stored request") }
            case .renew:
                if policy == .manual { broken("manual renews by possession (D5)") }
                if serving(edge, time) == nil { broken("renewal without a certificate") }
                if !isStarting && machine.state != .running { broken("renewal in \(machine.state)") }
                if !isStarting && edge.wanted != edge.holdings.pair.map({ .node($0.set) }) {
                    broken("renewal not as the node")
                }
            }
        case .ready(let number):
            readies += 1
            if number != machine.attempt || !isStarting { broken("ready of another attempt (R19)") }
            guard let pair = serving(edge, time) else { return broken("ready without a certificate (H32)") }
            if rejected { broken("ready after a rejection (D3)") }
            // automatic goes on where nobody gives a token, once possession has been refused or cannot be tried.
            let isExcused = excused || !edge.isUp || (policy == .automatic && (renewalRefused || overdue(pair, time)))
            if pair.isDue(time) || overdue(pair, time), !isExcused {
                broken("ready although due, without a reason (D3)")
            }
        case .failed(let number, _, _):
            if number != machine.attempt || !isStarting { broken("failed of another attempt (R19)") }
        case .ended:
            if serving(edge, time) != nil { broken("ended although the certificate serves") }
        case .activate(let set):
            if edge.holdings.pair?.set != set || edge.wanted != .node(set) || !edge.isUp {
                broken("activation not over the new pair")
            }
            if edge.holdings.pair?.activated == true { broken("activated twice") }
        case .connect(.node(let set)):
            if edge.holdings.pair?.set != set { broken("connects as a pair that is not there") }
            if edge.dead.contains(set) { broken("connects as a revoked pair") }
        case .recovered(let cause):
            if machine.armed != cause { broken("recovered \(cause), not waited for (invariant 10)") }
        case .connect, .forget, .discardPending, .install, .discardSet, .warn, .report: break
        }
    }

    /// What has to hold between two events.
    mutating func check(_ flow: IdentityFlow, _ edge: NodeEdge, _ machine: NodeStateMachine, _ time: WallTime) {
        if machine.state != .starting {
            if edge.question != nil { broken("a question is out while \(machine.state)") }
            if !edge.tokens.isEmpty { broken("a token is kept while \(machine.state) (invariant 13)") }
            if case .start = flow.step { broken("identity steps while \(machine.state) (invariant 10)") }
        }
        if machine.state == .running, edge.holdings.pair?.isExpired(time) == true {
            broken("runs with an expired certificate (D5)")
        }
        if case .renewal = flow.step, machine.state != .running, edge.installing == nil, edge.request != nil {
            broken("renewal while \(machine.state)")
        }
    }

    mutating func broken(_ text: String) { violations.append(text) }

    private func serving(_ edge: NodeEdge, _ time: WallTime) -> IdentityHoldings.Pair? {
        guard let pair = edge.holdings.pair, time < pair.notAfter, !edge.dead.contains(pair.set) else { return nil }
        return pair
    }

    private func overdue(_ pair: IdentityHoldings.Pair, _ time: WallTime) -> Bool {
        time - pair.chainBegan >= .seconds(365 * 86_400)
    }
}
