import Schema
import Support

@testable import LifecycleService

/// An identity flow with what it does told in short lines, on clocks that the test moves.
struct FlowNode {
    static let start = WallTime("2026-12-01T00:00:00.000Z")!
    static let day: Duration = .seconds(86_400)

    private(set) var flow: IdentityFlow
    /// What the last event did.
    private(set) var log: [String] = []
    /// What all events since ``clear()`` did.
    private(set) var history: [String] = []
    private(set) var warnings: [BeaconBusError] = []
    private(set) var failure: BeaconBusError?
    private(set) var reports = 0
    /// What the folder holds.
    var holdings: IdentityHoldings
    private var now = Instant.zero
    private var time = Self.start
    private var random = SeededGenerator(seed: 5)

    /// A node that has begun with this in its folder, and is connected as the best it has.
    init(
        _ holdings: IdentityHoldings, policy: RunPolicy = .manual, observers: [String] = [], isConnected: Bool = true,
        _ change: (inout IdentitySettings) -> Void = { _ in }
    ) {
        var settings = IdentitySettings()
        settings.policy = policy
        change(&settings)
        flow = IdentityFlow(settings, node: NodeID("kitchen")!)
        self.holdings = holdings
        feed(.began(holdings))
        if isConnected { connect() }
        for name in observers { register(name) }
        pass(.seconds(3))
        clear()
    }

    var moment: Moment { Moment(now: now, time: time) }
    var status: CertificateStatus { flow.report(moment).status }
    var number: UInt64 { flow.number }

    mutating func clear() {
        (log, history, warnings, failure) = ([], [], [], nil)
    }

    mutating func feed(_ event: IdentityEvent) {
        let actions = flow.handle(event, moment, using: &random)
        log = []
        for action in actions { note(action) }
        history += log
    }

    mutating func pass(_ span: Duration) {
        now = now + span
        time = time + span
        feed(.tick)
    }

    /// Lets time pass up to the flow's own deadlines, for at most a span.
    mutating func run(_ span: Duration) {
        let end = now + span
        while let due = flow.deadline, due <= end {
            let step = max(due - now, .nanoseconds(1))
            pass(step)
        }
        if now < end { pass(end - now) }
    }

    /// The system's clock is set.
    mutating func set(_ clock: WallTime) { time = clock }

    // MARK: Events

    mutating func prepare(_ attempt: UInt64 = 1, within span: Duration = .seconds(22)) {
        feed(.follow(.starting, armed: nil))
        feed(.prepare(attempt: attempt, deadline: now + span))
    }

    mutating func running() { feed(.follow(.running, armed: nil)) }

    mutating func connect() {
        guard let wanted = flow.link.wanted else { return }
        feed(.connected(wanted))
    }

    mutating func disconnect(_ code: ErrorCode) {
        guard let wanted = flow.link.wanted else { return }
        feed(.disconnected(wanted, .test(code)))
    }

    mutating func register(_ name: String, token: Bool = true, connection: String? = "c-1") {
        feed(.registration(ObserverID(name)!, Registration(token: token, nodes: .all, connection: connection)))
    }

    mutating func answer(_ result: IdentityEvent.TokenResult) { feed(.token(question: number, result)) }

    mutating func reply(_ code: ErrorCode) { feed(.reply(number: number, .failure(.test(code)))) }

    /// The authority issues a pair of this life, which is installed; the connection as it is made.
    mutating func issue(_ life: Duration = day * 90, set: UInt64 = 2) {
        replyIssued(life)
        install(life, set: set)
    }

    mutating func replyIssued(_ life: Duration = day * 90) {
        let issued = IdentityEvent.Issued(
            notBefore: time, notAfter: time + life, issued: time)
        feed(.reply(number: number, .success(issued)))
    }

    mutating func install(_ life: Duration = day * 90, set: UInt64 = 2) {
        let renewed = holdings.pair?.chainBegan
        holdings.pair = .test(from: time, life: life, set: set)
        if case .renewal = flow.step, let renewed { holdings.pair?.chainBegan = renewed }
        holdings.pending = nil
        feed(.installed(number: number, holdings))
    }

    // MARK: Lines

    private mutating func note(_ action: IdentityAction) {
        switch action {
        case .connect(let identity): log.append("connect \(Self.name(identity))")
        case .ask(let question, let source, _, _): log.append("ask \(question) \(Self.name(source))")
        case .forget(let question): log.append("forget \(question)")
        case .send(let number, let kind, let resume, _):
            let what =
                switch kind {
                case .enrol(let token): "enrol" + (token.map { " with \($0)" } ?? "")
                case .renew: "renew"
                }
            log.append("send \(number) \(what)" + (resume ? " again" : ""))
        case .discardPending: log.append("discard")
        case .install(let number): log.append("install \(number)")
        case .discardSet(let set): log.append("discard set \(set.value)")
        case .activate(let set): log.append("activate \(set.value)")
        case .ready(let attempt): log.append("ready \(attempt)")
        case .failed(let attempt, let error, let recovery):
            failure = error
            log.append("failed \(attempt) \(error.code), \(recovery.map(\.rawValue) ?? "nothing")")
        case .ended(let error): log.append("ended \(error.code)")
        case .recovered(let cause): log.append("recovered \(cause)")
        case .warn(let error):
            warnings.append(error)
            log.append("warn \(error.code)")
        case .report: reports += 1
        }
    }

    private static func name(_ identity: ConnectionIdentity) -> String {
        switch identity {
        case .node(let set): "node \(set.value)"
        case .bootstrap: "bootstrap"
        case .reserve: "reserve"
        }
    }

    private static func name(_ source: TokenSource) -> String {
        switch source {
        case .file: "file"
        case .command: "command"
        case .observer(let name): "\(name)"
        }
    }
}

extension IdentityHoldings {
    static let none = IdentityHoldings()
    static let bootstrapped = IdentityHoldings(
        bootstrap: Bundle(notAfter: FlowNode.start + FlowNode.day, fingerprint: "b-1"))

    /// A pair of 90 days that is so old when the test begins.
    static func aged(_ days: Int, bundle: Bool = false) -> IdentityHoldings {
        var holdings = bundle ? bootstrapped : IdentityHoldings()
        holdings.pair = .test(from: FlowNode.start - FlowNode.day * days, life: FlowNode.day * 90, set: 1)
        holdings.pair?.activated = true
        return holdings
    }

    /// 70 of its 90 days are over: 20 left are less than a third.
    static let due = aged(70)
    static let valid = aged(10)
    static let expired = aged(91)
}

extension IdentityHoldings.Pair {
    static func test(from: WallTime, life: Duration, set: UInt64) -> Self {
        IdentityHoldings.Pair(
            set: CertificateSetID(set), notBefore: from, notAfter: from + life, chainBegan: from,
            reserveNotAfter: from + FlowNode.day * 1_000, activated: false)
    }
}

extension BeaconBusError {
    static func test(_ code: ErrorCode) -> BeaconBusError {
        BeaconBusError(code, reason: "reason of \(code)", suggestion: "s")
    }
}
