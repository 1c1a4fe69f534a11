package import Schema

/// What a driver calls: events and time in, work done.
extension BusLink {
    /// Begins the first connection.
    package func start(_ now: Instant) {
        self.now = now
        perform(machine.start(now))
    }

    /// One pass over the socket; the transport may write afterwards if ``mayWrite`` says so.
    package func process(_ events: [TransportEvent], _ now: Instant) {
        self.now = now
        let current = generation
        for event in events {
            guard generation == current else { break }
            take(event)
        }
        deliver()
    }

    /// The end of a pass: outcomes, time-outs, restoring, the handler's own deadline, sending.
    package func endPass(_ now: Instant) {
        self.now = now
        perform(machine.timer(now))
        watchFiles()
        tellSettled()
        for id in requests.expired(now) {
            reply(id, .failure(.requestTimeout(id)))
        }
        for (path, encode) in retained.takeDue(now, in: counters.connects) { restore(path, encode) }
        if !isFinished { handlerDeadline = handler?.deadline(now, self) }
        tellSettled()
        pump()
        changeIdentityIfAsked()
        finishIfAsked()
        tellSettled()
    }

    /// When ``endPass(_:)`` is to be called next if nothing happens; never in the past, so that a handler that names a
    /// bygone instant causes no busy loop.
    package func nextDeadline() -> Instant? {
        if !settled.isEmpty { return now }
        if nextIdentity != nil, !isFinished, !isSwitching { return now }
        let earliest = [machine.deadline, requests.deadline, retained.deadline, watch.deadline, handlerDeadline]
            .compactMap { $0 }.min()
        return earliest.map { max($0, now.advanced(byNanoseconds: 200_000)) }
    }

    private var isSwitching: Bool {
        if case .switching = machine.state { return true }
        return false
    }

    /// Looks whether the TLS files were replaced, when it is time to.
    private func watchFiles() {
        guard let deadline = watch.deadline, now >= deadline, let tls = configuration.tls else { return }
        if case .waiting = machine.state {
            guard transport.stamp(of: tls) != watch.stamp else { return watch.unchanged(isConnected: false, now) }
            watch.opened(nil)
            perform(machine.filesReplaced(now))
        } else if machine.isReady {
            guard let current = transport.certificate else { return watch.opened(nil) }
            guard wallClock() >= current.renewal else { return watch.connected(current, now, wallClock()) }
            guard transport.stamp(of: tls) != watch.stamp, let stored = transport.stored(tls),
                stored.notAfter > current.notAfter
            else { return watch.unchanged(isConnected: true, now) }
            watch.opened(nil)
            if nextIdentity == nil { nextIdentity = identity }
        } else {
            watch.opened(watch.stamp)
        }
    }

    /// Whether ``endPass(_:)`` has something to tell.
    package var hasSettled: Bool { !settled.isEmpty || nextIdentity != nil && !isSwitching && !isFinished }

    /// False while messages are held back because the connection is not ready: their acknowledgements must not go
    /// out before the handler has had them.
    package var mayWrite: Bool {
        if case .subscribing = machine.state { return !subscriptionsFlushed }
        return true
    }

    /// The transport has written everything.
    package func flushed() {
        if case .subscribing = machine.state { subscriptionsFlushed = true }
    }

    /// The end, once it has come: what ``BusClient/run()`` returns or throws.
    package var outcome: Result<Void, BeaconBusError>? {
        isFinished ? ending ?? .success(()) : nil
    }

    /// Begins a graceful stop: the handler sets its last state, what is queued goes out, DISCONNECT.
    package func stop() {
        guard !isFinished else { return }
        if ending == nil { ending = .success(()) }
        finishIfAsked()
    }

    private func finishIfAsked() {
        guard ending != nil, !isFinished else { return }
        if case .stopping = machine.state {
            if outbound.isEmpty { perform(machine.handle(.drained, now)) }
            return
        }
        handler?.stopping(self)
        perform(machine.stop(now))
        pump()
        if case .stopping = machine.state, outbound.isEmpty { perform(machine.handle(.drained, now)) }
    }

    /// Gives the connection what the window allows.
    func pump() {
        while isConnected, let entry = outbound.next() {
            switch transport.publish(entry.message) {
            case .accepted(let id):
                counters.published += 1
                if entry.message.qos == .atLeastOnce { outbound.sent(entry, as: id) } else { acknowledge(entry) }
            case .tooLarge:
                refuse(entry, .tooLargeForBroker(entry.message))
            case .invalid:
                refuse(entry, .refusedByBroker(entry.message.topic, reason: 0x90))
            case .closed:
                settleLost(entry)
            }
        }
    }

    private func acknowledge(_ entry: OutboundQueue.Entry) {
        if let token = entry.token { settled.append(.published(token, .acknowledged(hadSubscribers: true))) }
    }

    func refuse(_ entry: OutboundQueue.Entry, _ error: BeaconBusError) {
        counters.refused += 1
        if let token = entry.token { settled.append(.published(token, .refused(error))) }
    }

    func settleLost(_ entry: OutboundQueue.Entry) {
        if entry.message.qos == .atLeastOnce { counters.lost += 1 } else { counters.discarded += 1 }
        if let token = entry.token { settled.append(.published(token, .lost)) }
    }

    /// Tells outcomes that became known while the handler was busy; it may hand over more meanwhile.
    func tellSettled() {
        while !settled.isEmpty {
            let told = settled
            settled = []
            for outcome in told {
                switch outcome {
                case .published(let token, let outcome): handler?.published(token, outcome, self)
                case .replied(let id, let error): reply(id, .failure(error))
                }
            }
        }
    }

    func reply(_ id: RequestID, _ reply: Result<IncomingMessage, BeaconBusError>) {
        do {
            try handler?.replied(id, reply, self)
        } catch {
            commitFailed(.commitFailed(error))
        }
    }
}
