import Bus
import Schema
import Store

/// The node's certificates: what happens is told to the flow, what it decides is done.
extension LifecycleHandler {
    /// Tells the flow something; an event that comes out of carrying out another one waits its turn.
    func identity(_ event: IdentityEvent, _ link: BusLink) {
        guard let desk else { return }
        desk.pending.append(event)
        carryOutIdentity(link)
    }

    private func carryOutIdentity(_ link: BusLink) {
        guard let desk, !desk.isCarryingOut else { return }
        desk.isCarryingOut = true
        defer { desk.isCarryingOut = false }
        let first = desk.first
        desk.first = []
        for action in first { perform(action, desk, link) }
        while !desk.pending.isEmpty {
            let event = desk.pending.removeFirst()
            for action in desk.flow.handle(event, moment(desk, link), using: &random) { perform(action, desk, link) }
        }
    }

    /// Now, on both clocks.
    func moment(_ desk: IdentityDesk, _ link: BusLink) -> Moment {
        Moment(now: link.now, time: desk.floor.time(wallClock(), now: link.now))
    }

    /// What the retained state says of the certificate.
    func certificateReport(_ link: BusLink) -> CertificateReport {
        guard let desk else { return CertificateReport(status: .none) }
        return desk.flow.report(moment(desk, link))
    }

    private func perform(_ action: IdentityAction, _ desk: IdentityDesk, _ link: BusLink) {
        switch action {
        case .connect(let role):
            desk.role = role
            report.connects(as: desk.connections[role])
            link.use(desk.connections[role])
        case .ask(let question, let source, let attempt, let timeout):
            ask(source, question, attempt, timeout, desk, link)
        case .forget(let question): forget(question, desk, link)
        case .send(let number, let request, let resume, let timeout):
            prepare(request, number, resume: resume, timeout, desk, link)
        case .discardPending:
            desk.replies = [:]
            change(desk) { (store) throws(BeaconBusError) in try store.discardRequest() }
        case .install(let number): install(number, desk, link)
        case .discardSet(let set):
            change(desk) { (store) throws(BeaconBusError) in try store.discard(set) }
        case .activate(let set): activate(set, desk)
        case .ready(let attempt):
            desk.sending = nil
            handle(.identityReady(attempt: attempt), link)
        case .failed(let attempt, let error, let recovery):
            // A request that is still being made must not be sent after its start has ended (R19).
            desk.sending = nil
            handle(.identityFailed(attempt: attempt, error, recovery: recovery), link)
        case .ended(let error): handle(.identityLost(error), link)
        case .recovered(let cause): handle(.recovered(cause), link)
        case .warn(let error): warn(error, link)
        case .report: publishState(machine.view, link)
        }
    }

    // MARK: The folder

    /// Changes the folder, off the bus thread, and tells what it holds then.
    private func change(
        _ desk: IdentityDesk, _ body: @escaping @Sendable (IdentityStore) throws(BeaconBusError) -> Void
    ) {
        let store = desk.store
        desk.worker.run {
            var failure: BeaconBusError?
            do throws(BeaconBusError) { try body(store) } catch { failure = error }
            let holdings = store.holdings()
            return { [failure] handler, link in
                if let failure { handler.warn(failure, link) }
                handler.identity(.holdings(holdings), link)
            }
        }
    }

    /// Checks what was answered and puts it to use.
    private func install(_ number: UInt64, _ desk: IdentityDesk, _ link: BusLink) {
        guard let (record, reply) = desk.replies.removeValue(forKey: number) else {
            return identity(.installFailed(number: number, .noAnswer), link)
        }
        let (store, time) = (desk.store, moment(desk, link).time)
        desk.worker.run {
            let result: Result<IdentityHoldings, BeaconBusError>
            do throws(BeaconBusError) {
                try store.install(reply, for: record, time: time)
                result = .success(store.holdings())
            } catch {
                result = .failure(error)
            }
            return { handler, link in handler.installed(number, result, issued: reply.issued, link) }
        }
    }

    private func installed(
        _ number: UInt64, _ result: Result<IdentityHoldings, BeaconBusError>, issued: WallTime, _ link: BusLink
    ) {
        switch result {
        case .success(let holdings):
            if let pair = holdings.pair {
                desk?.floor.raise(to: pair.notBefore, now: link.now)
                report.installed(pair.set, until: pair.notAfter)
            }
            identity(.installed(number: number, holdings), link)
        case .failure(let error):
            report.notInstalled(error)
            // The authority's word came over a checked connection; it corrects what was stored by a clock gone wrong.
            if error.code == .clockWrong { desk?.floor.authority(issued: issued, now: link.now) }
            identity(.installFailed(number: number, error), link)
        }
    }

    // MARK: What is due

    /// Does what of the identity is due; safe to call at any time.
    func workIdentity(_ link: BusLink) {
        guard let desk else { return }
        while !desk.finished.isEmpty { desk.finished.removeFirst()(self, link) }
        if link.now >= desk.nextLook { look(desk, link) }
        if let due = desk.flow.deadline, link.now >= due { identity(.tick, link) }
        carryOutIdentity(link)
        remember(desk, link)
    }

    func identityDeadline(_ desk: IdentityDesk) -> Instant {
        min(desk.flow.deadline ?? .distantFuture, desk.nextLook)
    }

    /// Has the operator put something there? Files are only opened when they changed.
    private func look(_ desk: IdentityDesk, _ link: BusLink) {
        desk.nextLook = link.now + desk.options.lookInterval
        let bundle = FileMark(desk.store.bundle)
        if bundle != desk.bundleSeen {
            desk.bundleSeen = bundle
            if bundle != nil { change(desk) { (store) throws(BeaconBusError) in try store.takeBundle() } }
        } else if desk.flow.holdings.problem != nil || machine.armed == .identity || machine.armed == .store {
            // Somebody may have put right what is wrong with the folder.
            change(desk) { _ in }
        }
        guard let path = desk.options.tokenFile else { return }
        let tokenFile = FileMark(path)
        guard tokenFile != desk.tokenFileSeen else { return }
        desk.tokenFileSeen = tokenFile
        if tokenFile != nil { identity(.tokenFile, link) }
    }

    /// Stores a new order of observers soon, and the time now and then (D1, D17).
    private func remember(_ desk: IdentityDesk, _ link: BusLink) {
        var content = desk.stored
        content.observers = desk.flow.observers.remembered
        if let clock = desk.floor.storeDue(
            wallClock(), now: link.now, synchronised: clockSynchronised)
        {
            content.clock = clock
        }
        guard content != desk.stored else { return }
        desk.stored = content
        let memory = desk.memory
        desk.worker.run { [content] in
            let result: Result<Int, BeaconBusError>
            do throws(BeaconBusError) { result = .success(try memory.save(content)) } catch { result = .failure(error) }
            return { handler, _ in
                switch result {
                case .success(let bytes): handler.report.saved(bytes: bytes)
                case .failure(let error): handler.report.saveFailed(error)
                }
            }
        }
    }
}

extension BeaconBusError {
    /// An installation without an answer to install.
    fileprivate static let noAnswer = BeaconBusError(
        .internalError, reason: "there is no answer of the authority to install",
        suggestion: "Start the node again; report this as a fault of the program.")
}
