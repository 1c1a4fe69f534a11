import Schema
import Support

@testable import LifecycleService

/// A whole node, state machine and identity, under one string of events, with both checkers. A value: strings that
/// share a beginning share its work.
struct CheckedNode {
    private(set) var machine = NodeStateMachine(session: 1)
    private(set) var flow: IdentityFlow
    private(set) var checker = LifecycleChecker()
    private(set) var identity: IdentityChecker
    private(set) var edge: NodeEdge
    private var now = Instant.zero
    private var time = FlowNode.start
    private var random = SeededGenerator(seed: 11)
    private var requests = 0
    private var pending: [LifecycleEvent] = []

    /// - Parameter setup: which of the policies, and what the folder holds in the beginning.
    init(setup: Int) {
        let policy: RunPolicy = setup % 2 == 0 ? .manual : .automatic
        let folders: [IdentityHoldings] = [.bootstrapped, .valid, .due, .expired, .none, .aged(45)]
        edge = NodeEdge(holdings: folders[setup / 2 % folders.count])
        identity = IdentityChecker(policy: policy)
        flow = IdentityFlow(Self.settings(policy), node: Self.node)
        tell(.began(edge.holdings))
    }

    static let setups = 12

    var violations: [String] { checker.violations + identity.violations }
    var isClean: Bool { checker.violations.isEmpty && identity.violations.isEmpty }

    private static let node = NodeID("kitchen")!

    private static func settings(_ policy: RunPolicy) -> IdentitySettings {
        var settings = IdentitySettings()
        settings.policy = policy
        settings.hasFile = policy == .automatic
        return settings
    }

    // MARK: Strings

    mutating func step(_ step: NodeStep) {
        let attempt = machine.attempt
        switch step.kind {
        case .start: feed(.start(request()))
        case .stop: feed(.stop(request()))
        case .startByOrder: feed(.start(nil))
        case .stopByOrder: feed(.stop(nil))
        case .connected, .unreachable, .cut, .refusedExpired, .refusedRevoked, .refusedInvalid: connect(step)
        case .token, .null, .silent, .unsent: answer(step)
        case .issued, .refused, .unable, .unanswered, .sendFailed: reply(step)
        case .installed, .installFailed, .activated, .activationUnanswered, .activationRefused: install(step)
        case .scanning: feed(.scanning(attempt: attempt))
        case .scanFailed: feed(.scanFailed(attempt: attempt, Self.off))
        case .unsupported: feed(.scanFailed(attempt: attempt, Self.unsupported))
        case .halted: feed(.halted(attempt: attempt))
        case .lost: feed(.lost(attempt: attempt, Self.off))
        case .announced: feed(.announced(attempt: attempt))
        case .recovered: feed(.recovered(step.parameter % 2 == 0 ? .adapter : .broker))
        case .tokenFile: tell(.tokenFile)
        case .observer, .observerGone, .observerRemoved: observe(step)
        case .authority: tell(.authority(isReady: step.parameter % 2 == 0, session: UInt64(step.parameter / 64)))
        case .bundle:
            edge.holdings.bootstrap = .init(notAfter: time + FlowNode.day, fingerprint: "b-\(step.parameter)")
            tell(.holdings(edge.holdings))
        case .moment: pass(.milliseconds(600))
        case .seconds: pass(.seconds(5))
        case .half: pass(.seconds(31))
        case .days: pass(FlowNode.day * Int(step.parameter % 40))
        case .restart: restart()
        case .lateToken: tell(.token(question: flow.number &- 1, .token))
        case .lateReply: tell(.reply(number: flow.number &- 1, .success(issued(life: 90))))
        case .lateInstalled: tell(.installed(number: flow.number &- 1, edge.holdings))
        case .lateScanning: feed(.scanning(attempt: attempt &- 1))
        case .lateHalted: feed(.halted(attempt: attempt &- 1))
        case .lateIdentity: feed(.identityReady(attempt: attempt &- 1))
        }
        identity.check(flow, edge, machine, time)
    }

    /// No answer comes any more, only time passes: everything has to come to its end.
    mutating func drain() {
        for _ in 0..<6 where machine.deadline != nil { pass(.seconds(31)) }
        identity.check(flow, edge, machine, time)
        if checker.openRequests != 0 { identity.broken("\(checker.openRequests) requests without an outcome") }
        if machine.state == .starting || machine.state == .stopping { identity.broken("ends in \(machine.state)") }
    }

    // MARK: The machines

    private mutating func feed(_ event: LifecycleEvent) {
        pending.append(event)
        guard pending.count == 1 else { return }
        while let event = pending.first {
            checker.expect(event, due: machine.deadline.map { now >= $0 } ?? false)
            let actions = machine.handle(event, now: now)
            checker.check(actions, of: event, machine: machine)
            for action in actions {
                switch action {
                case .prepareIdentity(let attempt, let deadline):
                    tell(.follow(machine.state, armed: machine.armed))
                    identity.begin(attempt)
                    tell(.prepare(attempt: attempt, deadline: deadline))
                case .cancelIdentity(let attempt): tell(.cancel(attempt: attempt))
                default: break
                }
            }
            tell(.follow(machine.state, armed: machine.armed))
            pending.removeFirst()
        }
    }

    private mutating func tell(_ event: IdentityEvent) {
        let moment = Moment(now: now, time: time)
        let actions = flow.handle(event, moment, using: &random)
        for action in actions {
            identity.check(action, edge, machine, moment)
            perform(action)
        }
    }

    private mutating func perform(_ action: IdentityAction) {
        switch action {
        case .connect(let identity): (edge.wanted, edge.isUp) = (identity, false)
        case .ask(let number, let source, _, _): edge.question = (number, source)
        case .forget(let number):
            if edge.question?.number == number { edge.question = nil }
            edge.tokens.removeAll { $0 == number }
        case .send(let number, let kind, let resume, let timeout):
            edge.request = (number, kind.kind)
            (edge.requestUntil, edge.requestAttempt) = (now + timeout, machine.attempt)
            edge.resumed = resume && (kind == .enrol(token: nil))
            if !resume || edge.holdings.pending == nil { edge.holdings.pending = .init(kind: kind.kind, created: time) }
        case .discardPending: edge.holdings.pending = nil
        case .install(let number): edge.installing = number
        case .discardSet: edge.activating = nil
        case .activate(let set): edge.activating = set
        case .ready(let attempt): feed(.identityReady(attempt: attempt))
        case .failed(let attempt, let error, let recovery):
            feed(.identityFailed(attempt: attempt, error, recovery: recovery))
        case .ended(let error): feed(.identityLost(error))
        case .recovered(let cause): feed(.recovered(cause))
        case .warn, .report: break
        }
    }

    private mutating func pass(_ span: Duration) {
        now = now + span
        time = time + span
        // What is out stays unanswered for that long.
        if edge.request != nil || edge.installing != nil || !edge.isUp { identity.excuse() }
        tell(.tick)
        if machine.deadline.map({ now >= $0 }) ?? false { feed(.tick) }
        // A driver that waits for the deadline must not turn in circles.
        if let due = flow.deadline, due <= now {
            tell(.tick)
            if let due = flow.deadline, due <= now { identity.broken("a deadline that has passed") }
        }
    }

    private mutating func restart() {
        let policy = flow.settings.policy
        edge.lose()
        machine = NodeStateMachine(session: machine.session + 1, stored: machine.stored, now: now)
        flow = IdentityFlow(Self.settings(policy), node: Self.node, remembered: flow.observers.remembered)
        tell(.began(edge.holdings))
        feed(.resume)
    }

    private mutating func request() -> CommandRequest {
        requests += 1
        return CommandRequest(requester: String(requests))
    }

    // MARK: The world

    private mutating func connect(_ step: NodeStep) {
        guard let wanted = edge.wanted else { return }
        let code: ErrorCode
        switch step.kind {
        case .connected:
            guard !edge.isUp, wanted != .bootstrap || edge.holdings.bootstrap != nil else { return }
            edge.isUp = true
            return tell(.connected(wanted))
        case .unreachable: code = .brokerUnreachable
        case .cut: code = .connectionLost
        case .refusedExpired: code = .certificateExpired
        case .refusedRevoked: code = .certificateRevoked
        default: code = .certificateInvalid
        }
        edge.isUp = false
        if case .node(let set) = wanted, code == .certificateRevoked { edge.dead.append(set) }
        identity.excuse()
        tell(.disconnected(wanted, Self.errors[code]!))
    }

    private mutating func answer(_ step: NodeStep) {
        guard let (number, source) = edge.question else { return }
        edge.question = nil
        switch step.kind {
        case .token:
            edge.tokens.append(number)
            identity.gaveToken()
            tell(.token(question: number, .token))
        case .null:
            if identity.policy == .automatic { identity.excuse() }
            tell(.token(question: number, .null))
        case .unsent:
            edge.isUp = false
            identity.unsent(source)
            if let wanted = edge.wanted { tell(.disconnected(wanted, Self.errors[.connectionLost]!)) }
            tell(.token(question: number, .failed(Self.errors[.connectionLost]!)))
        default:
            if identity.policy == .automatic { identity.excuse() }
            tell(.token(question: number, .failed(Self.errors[.storeFailed]!)))
        }
    }

    private mutating func reply(_ step: NodeStep) {
        guard let (number, kind) = edge.request else { return }
        edge.request = nil
        let list: [ErrorCode]
        switch step.kind {
        case .issued:
            return tell(.reply(number: number, .success(issued(life: step.parameter % 8 == 0 ? 1 : 90))))
        case .sendFailed:
            edge.holdings.pending = nil
            identity.excuse()
            return tell(.sendFailed(number: number, Self.errors[.storeFull]!))
        case .refused: list = Self.refusals
        case .unable: list = Self.inabilities
        default: list = [.requestTimeout]
        }
        let code = list[Int(step.parameter) % list.count]
        // An id that is taken is no rejection: the request is made anew, once.
        let isFinal = step.kind == .refused && !(kind == .enrol && code == .requestConflict)
        // Only an answer that is waited for counts; a late one changes nothing.
        if isAwaited(number) {
            identity.refused(kind, isFinal: isFinal, resumed: edge.resumed)
            let isExcluded = code == .nodeBanned || code == .certificateRevoked
            if isExcluded, let set = edge.holdings.pair?.set { edge.dead.append(set) }
        }
        tell(.reply(number: number, .failure(Self.errors[code]!)))
    }

    private mutating func install(_ step: NodeStep) {
        switch step.kind {
        case .installed:
            guard let number = edge.installing else { return }
            edge.installing = nil
            edge.sets += 1
            let kind = edge.holdings.pending?.kind
            var pair = IdentityHoldings.Pair.test(from: time, life: FlowNode.day * 90, set: edge.sets)
            if kind == .renew, let old = edge.holdings.pair { pair.chainBegan = old.chainBegan }
            edge.holdings.pair = pair
            edge.holdings.pending = nil
            tell(.installed(number: number, edge.holdings))
        case .installFailed:
            guard let number = edge.installing else { return }
            edge.installing = nil
            identity.excuse()
            let code: ErrorCode = step.parameter % 2 == 0 ? .storeFull : .certificateInvalid
            tell(.installFailed(number: number, Self.errors[code]!))
        case .activated:
            guard let set = edge.activating else { return }
            edge.activating = nil
            if edge.holdings.pair?.set == set { edge.holdings.pair?.activated = true }
            edge.holdings.bootstrap = nil
            tell(.activated(set))
            tell(.holdings(edge.holdings))
        case .activationUnanswered:
            guard let set = edge.activating else { return }
            edge.activating = nil
            tell(.activateFailed(set, Self.errors[.requestTimeout]!))
        default:
            guard let set = edge.activating else { return }
            edge.activating = nil
            if edge.holdings.pair?.set == set { edge.dead.append(set) }
            tell(.activateFailed(set, Self.errors[.notFound]!))
        }
    }

    private mutating func observe(_ step: NodeStep) {
        let index = Int(step.parameter) % NodeEdge.names.count
        let name = NodeEdge.names[index]
        switch step.kind {
        case .observer:
            edge.connections[index] += 1
            let answers = step.parameter < 200
            edge.present[index] = answers
            tell(
                .registration(
                    name, Registration(token: answers, nodes: .all, connection: Self.names[edge.connections[index] % 8])
                ))
        case .observerGone:
            edge.present[index] = false
            tell(
                .observerLost(
                    name, ObserverLost(connection: Self.names[edge.connections[index] % 8]),
                    stored: step.parameter < 128))
        default:
            edge.present[index] = false
            tell(.registration(name, nil))
        }
    }

    private func isAwaited(_ number: UInt64) -> Bool {
        switch flow.step {
        case .start(let start): if case .requesting(number, _, _) = start.stage { true } else { false }
        case .renewal(let renewal): if case .requesting(number, _) = renewal.stage { true } else { false }
        case .rest: false
        }
    }

    private func issued(life days: Int) -> IdentityEvent.Issued {
        IdentityEvent.Issued(
            notBefore: time, notAfter: time + FlowNode.day * days, issued: time)
    }

    // MARK: Values

    private static let names = (0..<8).map { "c-\($0)" }
    private static let refusals: [ErrorCode] = [
        .tokenInvalid, .tokenUsed, .tokenExpired, .authorityRejected, .csrInvalid, .nodeBound, .nodeBanned, .appUnknown,
        .nodeUnexpected, .approvalPending, .requestConflict, .certificateRevoked, .tokenMissing,
    ]
    private static let inabilities: [ErrorCode] = [
        .validatorUnreachable, .validatorInvalid, .signerUnreachable, .busy, .rateLimited, .storeFull, .internalError,
    ]
    private static let errors: [ErrorCode: BeaconBusError] = Dictionary(
        uniqueKeysWithValues: ErrorCode.all.map { ($0, .test($0)) })
    private static let off = BeaconBusError.test(.adapterOff)
    private static let unsupported = BeaconBusError.test(.adapterUnsupported)
}
