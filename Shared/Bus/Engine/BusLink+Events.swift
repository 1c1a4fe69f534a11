internal import Schema

/// From transport events to the connection machine and the handler.
extension BusLink {
    func take(_ event: TransportEvent) {
        switch event {
        case .accepted(let receiveMaximum):
            outbound.window = max(1, min(configuration.limits.window, receiveMaximum))
            perform(machine.handle(.accepted, now))
        case .refused(let reason):
            let refusal = ReasonCode.connectRefused(reason, configuration)
            perform(machine.handle(.failed(refusal.kind, refusal.error), now))
        case .closed(let kind, let error):
            deliver()
            perform(machine.handle(.failed(kind, error), now))
        case .subscribed(let id, let reason):
            subscribed(id, reason)
        case .acknowledged(let id, let reason):
            acknowledged(id, reason)
        case .message(let message):
            arrived(message)
        }
    }

    private func subscribed(_ id: PacketID, _ reason: UInt8) {
        guard let purpose = pendingPackets.removeValue(forKey: id) else { return }
        let filter =
            switch purpose {
            case .ownFilter(let filter), .filter(let filter), .addedFilter(let filter): filter
            case .marker: ""
            }
        guard reason < 0x80 else {
            let error = ReasonCode.subscriptionRefused(filter, reason)
            return perform(machine.handle(.failed(.subscriptionRefused, error), now))
        }
        if case .addedFilter = purpose { return }
        pendingFilters -= 1
        guard pendingFilters == 0 else { return }
        if case .ownFilter = purpose {
            perform(machine.handle(.ownGranted, now))
        } else {
            perform(machine.handle(.filtersGranted, now))
        }
    }

    private func acknowledged(_ id: PacketID, _ reason: UInt8) {
        if pendingPackets.removeValue(forKey: id) != nil {
            guard reason >= 0x80 else { return }
            let error = BeaconBusError.refusedByBroker(marker, reason: reason)
            return perform(machine.handle(.failed(.unauthorised, error), now))
        }
        guard let entry = outbound.answered(id) else { return }
        if reason >= 0x80 {
            refuse(entry, .refusedByBroker(entry.message.topic, reason: reason))
        } else {
            counters.acknowledged += 1
            if let token = entry.token {
                settled.append(.published(token, .acknowledged(hadSubscribers: reason != 0x10)))
            }
        }
    }

    private func arrived(_ message: IncomingMessage) {
        if message.topicName.hasPrefix(replyPrefix) { return answered(message) }
        switch machine.state {
        case .checking:
            readOwn(message)
        case .subscribing:
            guard heldMessages.count < 8 * configuration.limits.passMessages || message.qos == .atLeastOnce else {
                return drop()
            }
            if let message = named(message) { heldMessages.append(message) }
        case .ready, .switching, .stopping:
            if let message = named(message) { batch.append(message) }
        default:
            drop()
        }
    }

    private func readOwn(_ message: IncomingMessage) {
        guard message.topicName == ownStatePath || message.topicName == ownLostPath else { return drop() }
        // A state nobody can read is no state; the next one we publish replaces it.
        guard let head = try? MessageCoder.decodeHead(message.payload), let session = head.session else { return }
        if message.topicName == ownLostPath {
            // One who came and went under our client id with a higher session would let us count as lost for good.
            if session > self.session {
                perform(machine.handle(.ownState(ConnectionMachine.Stamp(session: session, seq: 0)), now))
            }
            return
        }
        let stamp = ConnectionMachine.Stamp(session: session, seq: head.seq ?? 0)
        if session != self.session || stamp.seq > sequence { perform(machine.handle(.ownState(stamp), now)) }
    }

    private func answered(_ message: IncomingMessage) {
        let rest = message.topicName.dropFirst(replyPrefix.count)
        if message.topicName == marker {
            marker = ""
            return perform(machine.handle(.markerReturned, now))
        }
        guard let id = RequestID(String(rest.split(separator: "/").last ?? "")), isConnected, requests.answered(id)
        else {
            counters.strayReplies += 1
            return
        }
        if let message = named(message) { replies.append((id, message)) }
    }

    private func drop() {
        counters.dropped += 1
    }

    /// With its topic read; nil, counted, for a name no topic may have, which only a broken broker sends.
    private func named(_ message: IncomingMessage) -> IncomingMessage? {
        var message = message
        message.topic = topics.topic(message.topicName)
        guard message.topic != nil || !message.topicName.utf8.contains(where: TopicName.isWildcard) else {
            drop()
            return nil
        }
        return message
    }

    /// Hands the pass to the handler: messages as one group, then answers, then the end of the group.
    func deliver() {
        guard !batch.isEmpty || !replies.isEmpty else { return }
        let messages = batch
        let answers = replies
        batch.removeAll(keepingCapacity: true)
        replies.removeAll(keepingCapacity: true)
        counters.received += UInt64(messages.count)
        do {
            if !messages.isEmpty { try handler?.received(messages, self) }
            for (id, message) in answers { try handler?.replied(id, .success(message), self) }
            try handler?.passEnded(self)
        } catch {
            counters.failedCommits += 1
            commitFailed(.commitFailed(error))
        }
    }
}
