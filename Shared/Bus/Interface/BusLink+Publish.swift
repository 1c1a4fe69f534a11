public import Schema

extension BusLink {
    /// Publishes a message; the head (`v`, `from`, `session`, the next `seq`, `at`) is stamped here, in the order of
    /// handing over.
    ///
    /// QoS 0 without a connection is dropped and counted; QoS 1 without one is reported lost, unless it is to be kept.
    /// Throws `messageTooLarge` above 60 KiB, `busy` when the queue is full, and what encoding throws; then nothing
    /// was handed over and the token gets no outcome.
    public func publish(
        _ topic: Topic, _ body: some Message, _ delivery: Delivery = .acknowledged, token: PublishToken? = nil
    ) throws(BeaconBusError) {
        try publish(topic, delivery, token: token) { head throws(BeaconBusError) in
            try MessageCoder.encode(head, body)
        }
    }

    /// The same for hand-written writers: `encode` gets the head and returns the whole payload.
    public func publish(
        _ topic: Topic, _ delivery: Delivery = .acknowledged, token: PublishToken? = nil,
        encode: (Head) throws(BeaconBusError) -> [UInt8]
    ) throws(BeaconBusError) {
        let payload = try encode(nextHead())
        try hand(over: topic.path(in: roots), payload, delivery, token: token)
    }

    /// Publishes bytes as they are on a topic outside the schema, such as another system's discovery topics.
    public func publish(
        rawTopic: String, _ payload: [UInt8], _ delivery: Delivery = .acknowledged, token: PublishToken? = nil
    ) throws(BeaconBusError) {
        guard TopicName.isValid(rawTopic) else {
            throw BeaconBusError(
                .messageInvalid, "A topic is not valid", reason: "\"\(rawTopic.prefix(256))\" cannot be published to",
                suggestion: "Use 1 to 256 bytes without +, # and control characters.")
        }
        try hand(over: rawTopic, payload, delivery, token: token)
    }

    /// The next head; every call uses up one `seq`.
    public func nextHead() -> Head {
        sequence += 1
        return Head(from: clientID, session: session, seq: sequence, at: wallClock())
    }

    func hand(
        over topic: String, _ payload: [UInt8], _ delivery: Delivery, token: PublishToken?,
        responseTopic: String? = nil, correlation: [UInt8] = []
    ) throws(BeaconBusError) {
        try checkSize(payload, topic)
        let message = OutgoingMessage(
            topic: topic, payload: payload, qos: delivery.qos, retain: delivery.retain,
            expiry: delivery.expiry.map(Self.expirySeconds), responseTopic: responseTopic, correlation: correlation)
        let kept = delivery.kept && delivery.qos == .atLeastOnce
        guard isConnected || kept else {
            if delivery.qos == .atMostOnce { counters.discarded += 1 } else { counters.lost += 1 }
            if let token { settled.append(.published(token, .lost)) }
            return
        }
        guard outbound.hasRoom(bytes: payload.count) else {
            if delivery.qos == .atMostOnce {
                counters.discarded += 1
                if let token { settled.append(.published(token, .lost)) }
                return
            }
            throw BeaconBusError(
                .busy, "The queue to the broker is full",
                reason:
                    "\(outbound.count) messages with \(outbound.waitingBytes) bytes waiting are not acknowledged yet",
                suggestion: "Hand over less, or later.")
        }
        outbound.append(OutboundQueue.Entry(message: message, token: token, kept: kept))
        if isConnected, !isInConnected { pump() }
    }

    func checkSize(_ payload: [UInt8], _ topic: String) throws(BeaconBusError) {
        guard payload.count <= configuration.limits.messageBytes else {
            throw BeaconBusError(
                .messageTooLarge,
                reason: "\(payload.count) bytes for \(topic), greatest is \(configuration.limits.messageBytes)",
                suggestion: "Send it in parts.")
        }
    }

    /// Whole seconds, rounded up, at least one.
    static func expirySeconds(_ span: Duration) -> UInt32 {
        let milliseconds = max(1, span.saturatedMilliseconds)
        return UInt32(clamping: (milliseconds - 1) / 1_000 + 1)
    }
}
