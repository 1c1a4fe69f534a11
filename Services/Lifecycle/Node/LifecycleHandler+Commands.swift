import Bus
import Schema

/// Commands from outside: each is checked, bounded, carried out at most once, and answered where an answer is wanted.
extension LifecycleHandler {
    func take(_ command: NodeCommand, _ requester: Requester, _ message: IncomingMessage, _ link: BusLink) {
        // An empty retained message clears a topic; it asks for nothing.
        guard !message.payload.isEmpty || !message.retained else { return }
        report.commandReceived(command)
        var address: ReplyAddress?
        do throws(BeaconBusError) {
            let head = (try? MessageCoder.decodeHead(message.payload)) ?? Head()
            address = try link.replyAddress(of: message, head)
            guard budget.take(now: link.now) else { throw .tooMany }
            if let refusal = message.refusal(head, now: link.now) { throw refusal }
            switch command {
            case .start, .stop: try request(command, requester, message, address, link)
            case .discover: try discover(message, address, link)
            }
        } catch {
            refuse(error, command, address, link)
        }
    }

    private func request(
        _ command: NodeCommand, _ requester: Requester, _ message: IncomingMessage, _ address: ReplyAddress?,
        _ link: BusLink
    ) throws(BeaconBusError) {
        let (head, _) = try message.decode(StartCommand.self)
        let request = CommandRequest(
            requester: requester.description, id: head.id, reply: address, expires: message.expires(head))
        switch ledger.known(request, now: link.now) {
        case .waiting: return report.repeatedRequest()
        case .settled(let outcome):
            report.repeatedRequest()
            guard let address else { return }
            let reply = OutboxReply(address: address, outcome: outcome, attempt: machine.attempt, run: machine.run)
            return publish(reply, token: nil, link)
        case nil: break
        }
        ledger.note(request, .waiting, now: link.now)
        order.requested(start: command == .start)
        handle(command == .start ? .start(request) : .stop(request), link)
    }

    private func refuse(_ error: BeaconBusError, _ command: NodeCommand, _ address: ReplyAddress?, _ link: BusLink) {
        report.refused(command, error)
        guard let address else { return }
        guard command != .discover else {
            return trying { () throws(BeaconBusError) in try link.refuse(address, error) }
        }
        publish(
            OutboxReply(address: address, outcome: .refused(error), attempt: machine.attempt, run: machine.run),
            token: nil, link)
    }
}
