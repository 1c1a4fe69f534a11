internal import Schema

/// Performing what the connection machine decides.
extension BusLink {
    func perform(_ actions: [ConnectionMachine.Action]) {
        for action in actions { perform(action) }
    }

    private func perform(_ action: ConnectionMachine.Action) {
        switch action {
        case .open(let session, let connection):
            open(session, connection)
        case .subscribeOwn:
            // No answer of ours is ever retained; what somebody else has left there to flood us is not sent at all.
            var own = [Subscription(raw: replyPrefix + "#", retainedMessages: .never)]
            for path in [ownStatePath, ownLostPath].compactMap(\.self) { own.append(Subscription(raw: path)) }
            subscribe(own) { .ownFilter($0) }
        case .sendMarker:
            sendMarker()
        case .subscribeFilters:
            subscriptionsFlushed = false
            for path in [ownStatePath, ownLostPath].compactMap(\.self) { transport.unsubscribe(path) }
            if filters.isEmpty { return perform(machine.handle(.filtersGranted, now)) }
            subscribe(filters) { .filter($0) }
        case .adopt(let session):
            do {
                try handler?.adopt(session: session)
                perform(machine.handle(.adopted, now))
            } catch {
                perform(machine.handle(.adoptFailed(.commitFailed(error)), now))
            }
        case .ready:
            becomeReady()
        case .changeIdentity:
            changeIdentity()
        case .close(let publishingWill):
            generation += 1
            transport.close(publishingWill: publishingWill && configuration.will != nil)
            connectionEnded()
        case .abort:
            generation += 1
            transport.abort()
            connectionEnded()
        case .report(let failure):
            watch.failed(failure.kind, now)
            handler?.disconnected(failure, self)
        case .probe:
            do {
                try handler?.probe()
                perform(machine.handle(.probeWorked, now))
            } catch {
                perform(machine.handle(.probeFailed, now))
            }
        case .finished:
            finished()
        }
    }

    private func open(_ session: UInt64, _ connection: UInt64) {
        generation += 1
        watch.opened(configuration.tls.flatMap { transport.stamp(of: $0) })
        do throws(BeaconBusError) {
            try configuration.check()
        } catch {
            // Only an identity that came later can be wrong: the first was checked before the start.
            return perform(machine.handle(.failed(.unauthorised, error), now))
        }
        counters.connects += 1
        transport.open(connectRequest(session, connection))
    }

    private func becomeReady() {
        counters.connections += 1
        watch.connected(transport.certificate, now, wallClock())
        isInConnected = true
        handler?.connected(self)
        isInConnected = false
        if let ownStatePath, retained.isDue(ownStatePath, in: counters.connects) {
            restore(ownStatePath, retained.take(ownStatePath, in: counters.connects), first: true)
        }
        let jitter = max(0, configuration.limits.restoreJitter.saturatedNanoseconds)
        retained.beginRestore(
            in: counters.connects, at: now.advanced(byNanoseconds: Int64.random(in: 0...jitter, using: &random)))
        pump()
        if machine.isReady {
            batch = heldMessages + batch
            heldMessages = []
        }
    }

    private func subscribe(_ subscriptions: [Subscription], _ purpose: (String) -> PendingPacket) {
        pendingFilters = subscriptions.count
        for subscription in subscriptions {
            guard let id = transport.subscribe(subscription) else { return }
            pendingPackets[id] = purpose(subscription.filter)
        }
    }

    /// Everything retained below the granted filters was sent before this comes back: the broker keeps the order of
    /// one connection.
    private func sendMarker() {
        marker = replyPrefix + "self/" + RequestID.random(using: &random).description
        let message = OutgoingMessage(topic: marker, payload: [], expiry: 60)
        if case .accepted(let id) = transport.publish(message) { pendingPackets[id] = .marker }
    }

    private func connectRequest(_ session: UInt64, _ connection: UInt64) -> ConnectRequest {
        let limits = configuration.limits
        return ConnectRequest(
            broker: configuration.broker, clientID: mqttClientID,
            keepAlive: UInt16(clamping: max(5_000, limits.keepAlive.saturatedMilliseconds) / 1_000),
            receiveMaximum: max(1, limits.receiveMaximum), maximumPacket: max(1_024, limits.packetBytes),
            window: UInt16(clamping: max(1, limits.window)),
            will: will(session, connection), tls: configuration.tls, credentials: configuration.credentials)
    }

    /// A closed broker takes only ids that begin as those it makes itself, so that nobody can choose another's
    /// certificate name on the people's listener and push it off; elsewhere it puts the certificate's name in their place.
    private var mqttClientID: String {
        let name = clientID.description + (configuration.clientIDSuffix ?? "")
        return configuration.tls?.certificateFile == nil ? name : "auto-\(name)"
    }

    private func will(_ session: UInt64, _ connection: UInt64) -> OutgoingMessage? {
        guard let will = configuration.will else { return nil }
        guard let payload = try? MessageCoder.encode(nextHead(), will.body(session, connection)) else { return nil }
        return OutgoingMessage(topic: will.topic.path(in: roots), payload: payload, retain: true)
    }

    /// Nothing unacknowledged survives, except what is to be kept.
    private func connectionEnded() {
        pendingPackets = [:]
        pendingFilters = 0
        marker = ""
        heldMessages = []
        batch = []
        replies = []
        retained.endRestore()
        for entry in outbound.connectionEnded() { settleLost(entry) }
        for id in requests.removeAll() { settled.append(.replied(id, .connectionLost(configuration.broker))) }
        tellSettled()
    }

    private func finished() {
        isFinished = true
        for entry in outbound.removeAll() { settleLost(entry) }
        for id in requests.removeAll() { settled.append(.replied(id, .connectionLost(configuration.broker))) }
        tellSettled()
    }
}
