import Bus
import Schema
import ServiceKit
import Store
import Tracking

extension ScannerCore {
    func received(_ messages: [IncomingMessage], _ link: BusLink) throws {
        // The journal is closed then.
        guard !status.isStopping else { return }
        for message in messages {
            guard let topic = message.topic else { continue }
            do {
                try take(message, on: topic, link)
            } catch {
                logger.warning("a message was ignored", .topic(message.topicName), .reason("\(error)"))
            }
        }
    }

    private func take(_ message: IncomingMessage, on topic: Topic, _ link: BusLink) throws {
        switch topic {
        case .scannerCommand(_, let command, _):
            try obey(command, message, link)
        case .nodeState:
            guard !message.payload.isEmpty else { return }
            let (head, state) = try message.decode(NodeStatus.self)
            heed(state, head, link)
        case .nodeEvent(_, .started):
            let (_, started) = try message.decode(StartedEvent.self)
            perform(machine.announce(started.run), link)
        case .acknowledged:
            guard !message.payload.isEmpty else { return }
            let (_, acknowledged) = try message.decode(Acknowledged.self)
            journal.acknowledged(journal: acknowledged.journal, through: acknowledged.through)
            status.touch()
        case .monitored:
            guard !message.payload.isEmpty else { return }
            try monitor(message)
        case .calibration: try calibrate(message)
        case .service:
            guard !message.payload.isEmpty else { return }
            let (head, service) = try message.decode(ServiceStatus.self)
            heed(service, session: head.session ?? 0, link)
        case .serviceLost:
            guard !message.payload.isEmpty else { return }
            let (_, lost) = try message.decode(Lost.self)
            if (lost.session, lost.connection) >= dispatchWord { resender.dispatch(isReady: false) }
        default:
            break
        }
    }

    private func obey(_ command: ScannerCommand, _ message: IncomingMessage, _ link: BusLink) throws {
        try answer(message, link) { address in
            switch command {
            case .scan:
                let body = try message.decode(ScanCommand.self).body
                perform(machine.scan(.init(id: body.run, attempt: body.attempt), address), link)
            case .halt:
                let body = try message.decode(HaltCommand.self).body
                perform(machine.halt(body.run, address), link)
            case .discover:
                try discover(message.decode(DiscoverCommand.self).body, address, link)
            }
        }
    }

    /// Carries a command out; what is wrong with it is its answer (D14), in the form that `refuse` gives it.
    func answer(
        _ message: IncomingMessage, _ link: BusLink,
        refuse: (BusLink, ReplyAddress, BeaconBusError) throws -> Void = { try $0.refuse($1, $2) },
        _ carryOut: (ReplyAddress?) throws -> Void
    ) throws {
        var address: ReplyAddress?
        do {
            let head = try MessageCoder.decodeHead(message.payload)
            address = try link.replyAddress(of: message, head)
            if let refusal = message.refusal(head, now: link.now) { throw refusal }
            try carryOut(address)
        } catch {
            totals.refusedCommands += 1
            status.touch()
            let error =
                error as? BeaconBusError
                ?? BeaconBusError(
                    .commandInvalid, reason: "\(error)", suggestion: "Send a command as the documentation shows it.")
            logger.warning("a command was refused", .topic(message.topicName), .reason(error.reason))
            if let address { try refuse(link, address, error) }
        }
    }

    /// A node state, unless a newer one was seen (D7).
    private func heed(_ state: NodeStatus, _ head: Head, _ link: BusLink) {
        let word = (head.session ?? 0, head.seq ?? 0)
        guard word >= nodeWord else { return }
        nodeWord = word
        if let announced = state.announced { perform(machine.announce(announced), link) }
        perform(machine.observe(isIdle: state.state == .idle, run: state.run), link)
    }

    /// Dispatch is there, or there anew: what it may have missed is sent again.
    private func heed(_ service: ServiceStatus, session: UInt64, _ link: BusLink) {
        let word = (session, service.connection)
        guard word >= dispatchWord else { return }
        let isNew = word > dispatchWord
        dispatchWord = word
        let wasReady = resender.isDispatchReady
        resender.dispatch(isReady: service.ready && service.online)
        if isNew || (resender.isDispatchReady && !wasReady) {
            resender.begin(settled: journal.settled, next: journal.next, now: link.now)
        }
    }
}
