import Bus
import Schema
import ServiceKit
import Store

extension DispatchHandler {
    /// How far back actions go out again after a reconnect (design §5).
    static let repetition: Duration = .seconds(60)
    /// How long after the last acknowledgement the ledger notes how far the outbox is.
    static let noteDelay: Duration = .seconds(2)

    /// Lets the actions of the last minute go out again.
    func rewind(_ now: Instant) {
        guard let last = try? engine.ledger.lastAction(before: engine.time(now) - Self.repetition) else { return }
        outbox.actions.rewind(to: min(last, outbox.actions.sent))
        outbox.outcomes.rewind(to: outbox.outcomes.sent)
    }

    /// Hands durable outcomes and actions to the bus, as many as its window takes.
    func pump(_ now: Instant, _ link: BusLink) {
        do {
            try pumpActions(link)
            try pumpOutcomes(link)
        } catch {
            // A full queue or a failing read: what is left goes out with the next pass.
            logger.debug("the outbox waits", .error(error))
        }
    }

    private func pumpActions(_ link: BusLink) throws {
        let room = outbox.actions.room
        guard room > 0 else { return }
        for message in try engine.ledger.actions(after: outbox.actions.handed, limit: room) {
            guard let kind = ActionKind(code: message.kind) else { continue }
            skipGap(&outbox.actions, to: message.number)
            let isRepeated = message.number <= outbox.actions.ever
            try link.publish(.action(kind), token: Outbox.token(message.number, isAction: true)) {
                head throws(BeaconBusError) in
                try MessageCoder.encode(
                    head, members: isRepeated ? ActionMessage.repeated(message.body) : message.body)
            }
            outbox.actions.hand(message.number)
        }
    }

    private func pumpOutcomes(_ link: BusLink) throws {
        let room = outbox.outcomes.room
        guard room > 0 else { return }
        for message in try engine.ledger.outcomes(after: outbox.outcomes.handed, limit: room) {
            skipGap(&outbox.outcomes, to: message.number)
            try link.publish(.outcomes, token: Outbox.token(message.number, isAction: false)) {
                head throws(BeaconBusError) in
                try MessageCoder.encode(head, members: message.body)
            }
            outbox.outcomes.hand(message.number)
        }
    }

    /// Numbers that have been dropped from the ledger count as sent.
    private func skipGap(_ series: inout Outbox.Series, to number: Int64) {
        while series.handed + 1 < number {
            series.hand(series.handed + 1)
            series.acknowledged(series.handed)
        }
    }

    func published(_ token: PublishToken, _ outcome: PublishOutcome, _ link: BusLink) {
        switch outcome {
        case .lost: return
        case .acknowledged: break
        case .refused(let error):
            logger.warning(
                "the broker refused an action or outcome", .code(error.code.description), .reason(error.reason))
        }
        outbox.settled(token)
        noteDue = noteDue ?? link.now + Self.noteDelay
    }

    /// Notes in the ledger how far the outbox is, in the group of this pass or in one of its own after a while.
    func noteSent(_ now: Instant) throws {
        guard let due = noteDue, engine.ledger.hasBegun || due <= now else { return }
        noteDue = nil
        let ledger = engine.ledger
        guard ledger.outcomesSent < outbox.outcomes.sent || ledger.actionsSent < outbox.actions.sent else { return }
        ledger.outcomesSent = max(ledger.outcomesSent, outbox.outcomes.sent)
        ledger.actionsSent = max(ledger.actionsSent, outbox.actions.sent)
        try ledger.begin()
        try ledger.storeMeta()
    }
}
