import Bus
import Schema

/// Carrying out what the state machine decides.
extension LifecycleHandler {
    /// What leaves the process after a step was stored, in order.
    private enum Outgoing {
        /// A unit of the outbox, by its number.
        case unit(UInt64)
        /// An announcement that changes nothing, and is not kept over a restart.
        case repetition(Transition, number: UInt64)
        case state(StateView)
        case reply(OutboxReply)
    }

    /// Run to completion: an event that comes out of another one's actions waits its turn.
    func handle(_ event: LifecycleEvent, _ link: BusLink) {
        pending.append(event)
        guard !isCarryingOut else { return }
        isCarryingOut = true
        defer { isCarryingOut = false }
        while !pending.isEmpty {
            let former = machine.armed
            let actions = machine.handle(pending.removeFirst(), now: link.now)
            if machine.armed == .adapter, former != .adapter { scanned.reports = watch.reports }
            carryOut(actions, link)
            identity(.follow(machine.state, armed: machine.armed), link)
        }
    }

    private func carryOut(_ actions: [LifecycleAction], _ link: BusLink) {
        let isDurable = actions.contains(where: \.isDurable)
        var outgoing: [Outgoing] = []
        var attempt = machine.attempt
        var run = machine.run
        for action in actions {
            switch action {
            case .persist: break
            case .announce(let transition):
                (attempt, run) = (transition.attempt, transition.run)
                order.note(transition, now: link.now, using: &random)
                report.announced(transition)
                if isDurable {
                    outgoing.append(.unit(outbox.add(transition).number))
                } else {
                    outgoing.append(.repetition(transition, number: outbox.take()))
                }
            case .publishState(let view): outgoing.append(.state(view))
            case .settle(let request, let outcome):
                ledger.note(request, .settled(outcome), now: link.now)
                report.settled(outcome)
                guard let address = request.reply else { continue }
                let reply = OutboxReply(address: address, outcome: outcome, attempt: attempt, run: run)
                guard isDurable else {
                    outgoing.append(.reply(reply))
                    continue
                }
                if case .unit = outgoing.last {} else { outgoing.append(.unit(outbox.add(nil).number)) }
                outbox.attach(reply)
            case .prepareIdentity, .cancelIdentity, .scan, .halt: break
            }
        }
        if isDurable || outbox.needsStoring { save(link) }
        for message in outgoing { send(message, link) }
        for action in actions { begin(action, link) }
    }

    /// What the machine asks of others; their answers come back as events.
    private func begin(_ action: LifecycleAction, _ link: BusLink) {
        switch action {
        case .prepareIdentity(let attempt, let deadline):
            guard let desk else {
                // Others provide its certificates (`certificate.status: none`): its identity is always ready.
                return pending.append(.identityReady(attempt: attempt))
            }
            // As it is on the disk now: mode, owner, and what an operator has changed (D3).
            identity(.holdings(desk.store.holdings()), link)
            identity(.prepare(attempt: attempt, deadline: deadline), link)
        case .cancelIdentity(let attempt):
            desk?.sending = nil
            identity(.cancel(attempt: attempt), link)
        case .scan(let run, let attempt, let deadline):
            failedScanner = nil
            scanned.run = run
            watch.want(ScannerOrder(verb: .scan, run: run, attempt: attempt), now: link.now, deadline: deadline)
        case .halt(let run, let attempt):
            if machine.armed == .scannerRestart { failedScanner = watch.report?.origin.session }
            watch.want(ScannerOrder(verb: .halt, run: run, attempt: attempt), now: link.now)
        case .persist, .announce, .publishState, .settle: break
        }
    }

    private func send(_ message: Outgoing, _ link: BusLink) {
        switch message {
        case .unit(let number):
            guard let unit = outbox.units.first(where: { $0.number == number }) else { return }
            if let view = unit.transition?.view { publishState(view, link) }
            publish(unit, link)
        case .repetition(let transition, let number):
            publishState(transition.view, link)
            publish(OutboxUnit(number: number, transition: transition), link, isKept: false)
        case .state(let view): publishState(view, link)
        case .reply(let reply): publish(reply, token: nil, link)
        }
    }

    /// Stores everything that has to survive. Where that fails the node stays in command of its scanner: it goes on in
    /// memory, says so, and tries again; a restart in between finds an older state, which ends in a stop.
    func save(_ link: BusLink) {
        outbox.reserve()
        let stored = StoredLifecycle(
            boot: settings.boot, resting: order.resting, machine: machine.stored, outbox: outbox,
            settled: ledger.newest)
        do throws(BeaconBusError) {
            report.saved(bytes: try store.save(stored))
            saveDue = nil
        } catch {
            saveDue = link.now + settings.saveRetry
            report.saveFailed(error)
            warn(error, link)
        }
    }
}

extension LifecycleAction {
    /// Whether it must not be forgotten: a change, or an outcome that somebody waits for.
    fileprivate var isDurable: Bool {
        switch self {
        case .persist: true
        case .settle(_, .refused): false
        case .settle(let request, _): request.reply != nil
        case .announce, .publishState, .prepareIdentity, .cancelIdentity, .scan, .halt: false
        }
    }
}
