import Bus
import Schema
import ServiceKit
import Store

extension DispatchHandler {
    private static let defaultLimit: Int64 = 1000

    /// Takes a command; each with a reply topic gets exactly one reply (D14).
    func command(_ message: IncomingMessage, _ link: BusLink) {
        var address: ReplyAddress?
        do throws(BeaconBusError) {
            let head = try MessageCoder.decodeHead(message.payload)
            address = try link.replyAddress(of: message, head)
            if let refusal = message.refusal(head, now: link.now) { throw refusal }
            let body = try message.decode(ReplayCommand.self).body
            let limit = body.limit ?? Self.defaultLimit
            guard replays.add(after: body.after, limit: limit, address: address, now: link.now) else {
                throw BeaconBusError(
                    .busy, reason: "\(ReplayQueue.most) replays are under way", suggestion: "Ask again later.",
                    retryable: true)
            }
        } catch {
            invalidMessages += 1
            logger.warning(
                "a command was refused", .topic(message.topicName), .code(error.code.description),
                .reason(error.reason))
            guard let address else { return }
            attempt("refusal") { () throws(BeaconBusError) in try link.refuse(address, error) }
        }
    }

    /// Gives the next actions of the replays under way; says when it goes on.
    func replay(_ now: Instant, _ link: BusLink) -> Instant? {
        guard let due = replays.due, let job = replays.first else { return nil }
        guard due <= now else { return due }
        do {
            let limit = Int(min(job.left, Int64(ReplayQueue.step)))
            let messages = try engine.ledger.actions(after: job.after, limit: limit)
            for message in messages {
                guard let kind = ActionKind(code: message.kind) else { continue }
                try link.publish(.action(kind)) { head throws(BeaconBusError) in
                    try MessageCoder.encode(head, members: ActionMessage.repeated(message.body))
                }
            }
            let last = messages.last?.number ?? job.after
            let isDone = messages.count < limit || last >= engine.ledger.nextAction - 1
            if let done = replays.advance(to: last, count: Int64(messages.count), isDone: isDone, now: now) {
                answer(done, link)
            }
        } catch {
            // The queue to the broker is full: the step is repeated, and its actions may come twice.
            logger.debug("a replay waits", .error(error))
            replays.due = now + ReplayQueue.interval
        }
        return replays.due
    }

    private func answer(_ job: ReplayQueue.Job, _ link: BusLink) {
        guard let address = job.address else { return }
        attempt("replay reply") { () throws(BeaconBusError) in
            try link.reply(
                to: address,
                ReplayReply(count: job.count, last: job.after, more: job.after < engine.ledger.nextAction - 1))
        }
    }
}
