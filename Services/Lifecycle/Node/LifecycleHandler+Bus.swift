import Bus
import Schema

/// What the bus reports.
extension LifecycleHandler {
    func connected(_ link: BusLink) {
        machine.session = link.session
        watch.connected(now: link.now)
        report.connected(true)
        // The state comes first on a connection; whatever follows from being connected is done after this pass.
        publishState(machine.view, link)
        if let desk { identity(.connected(desk.role), link) }
    }

    func disconnected(_ failure: BusFailure, _ link: BusLink) {
        watch.disconnected()
        // A change of identity that we asked for is no loss.
        if failure.kind != .identityChanged {
            report.disconnected(failure)
            if let desk { identity(.disconnected(desk.role, failure.error), link) }
        }
        work(link)
    }

    func received(_ messages: [IncomingMessage], _ link: BusLink) throws {
        for message in messages { take(message, link) }
        work(link)
    }

    func replied(
        _ request: RequestID, _ reply: Result<IncomingMessage, BeaconBusError>, _ link: BusLink
    ) throws {
        if let question = desk?.questions.removeValue(forKey: request) {
            switch question {
            case .token(let number): tokenReplied(number, reply, link)
            case .certificates(let number, let record): certificatesReplied(number, record, reply, link)
            case .activation(let set): activationReplied(set, reply, link)
            }
            return work(link)
        }
        guard let question = questions.removeValue(forKey: request) else { return }
        switch question {
        case .order(let verb, let number):
            perform(watch.answered(number, Self.outcome(of: reply, to: verb), now: link.now), link)
        case .discover(let address): forward(reply, to: address, link)
        }
        work(link)
    }

    func published(_ token: PublishToken, _ outcome: PublishOutcome, _ link: BusLink) {
        switch outcome {
        case .acknowledged: break
        case .refused(let error): report.eventRefused(error)
        case .lost: return
        }
        guard let (unit, isDone) = outbox.acknowledged(token) else { return }
        if OutboxPart(token)?.index == OutboxPart.specific, let step = unit.transition,
            case .started(repeated: false) = step.specific
        {
            handle(.announced(attempt: step.attempt), link)
        }
        if isDone, saveDue == nil { saveDue = link.now + settings.saveDelay }
    }

    func adopt(session: UInt64) throws {
        try keeper.raise(to: session)
        machine.session = session
    }

    func deadline(_ now: Instant, _ link: BusLink) -> Instant? {
        work(link)
        var earliest = min(machine.deadline ?? .distantFuture, watch.deadline ?? .distantFuture)
        earliest = min(earliest, order.due ?? .distantFuture, saveDue ?? .distantFuture, nextClockCheck)
        if !hasBegun { earliest = min(earliest, created + settings.patience) }
        if let desk { earliest = min(earliest, identityDeadline(desk)) }
        return earliest
    }

    /// The node stays as it is: a restarted lifecycle takes the run over.
    func stopping(_ link: BusLink) {
        if saveDue != nil { save(link) }
        isOnline = false
        publishState(machine.view, link)
    }

    private func take(_ message: IncomingMessage, _ link: BusLink) {
        switch message.topic {
        case .scanner(settings.node): scannerReported(message, link)
        case .scannerLost(settings.node): scannerLost(message, link)
        case .nodeCommand(settings.node, let command, let requester): take(command, requester, message, link)
        case .observer(let observer): observerRegistered(observer, message, link)
        case .observerLost(let observer): observerLost(observer, message, link)
        case .service(.authority): authorityReported(message, link)
        default: report.unexpected(message.topicName)
        }
    }
}
