import Schema

extension NodeStatus {
    /// The retained state as the machine sees it, with what only the process knows.
    init(
        _ view: StateView, node: NodeID, connection: UInt64, online: Bool, certificate: CertificateReport,
        policy: RunPolicy, clockSynchronised: Bool, version: String?
    ) {
        self.init(
            node: node, connection: connection, online: online, state: view.state, previous: view.previous,
            requested: view.requested, attempt: view.attempt, run: view.run, announced: view.announced,
            readyArmed: view.readyArmed, certificate: certificate, policy: policy,
            clockSynchronised: clockSynchronised, error: view.error, version: version)
    }
}

extension StateChangedEvent {
    init(_ transition: Transition, node: NodeID, number: UInt64) {
        self.init(
            node: node, number: Int64(clamping: number), attempt: transition.attempt, run: transition.run,
            previous: transition.view.previous, state: transition.view.state)
    }
}

extension CommandOutcome {
    init(_ reply: OutboxReply, node: NodeID) {
        var message = CommandOutcome(outcome: .refused, node: node, attempt: reply.attempt, run: reply.run)
        switch reply.outcome {
        case .started(let repeated):
            message.outcome = .started
            message.repeated = repeated ? true : nil
        case .startFailed(let error): (message.outcome, message.error) = (.startFailed, error)
        case .stopped(let error): (message.outcome, message.error) = (.stopped, error)
        case .superseded: message.outcome = .superseded
        case .refused(let error): (message.outcome, message.error) = (.refused, error)
        }
        self = message
    }
}

extension RecoveryCause {
    init(_ recovery: Recovery) {
        switch recovery {
        case .adapter: self = .adapter
        case .scanner, .scannerRestart: self = .scanner
        case .broker: self = .broker
        case .clock: self = .clock
        case .token: self = .token
        case .authority: self = .authority
        case .approval: self = .approval
        case .identity: self = .identity
        case .store: self = .store
        }
    }
}
