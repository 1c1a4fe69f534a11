public import Schema

extension BusLink {
    /// Asks and gets exactly one ``BusHandler/replied(_:_:_:)``: the answer, or the error of a time-out or of a lost
    /// connection. The bus stamps `id`, `replyTo` (below the own reply topic) and `ttl`, as body fields, as MQTT
    /// properties and as Message Expiry.
    ///
    /// With `id` a request is repeated under the id it had before, such as one stored on disk. Throws
    /// `requestConflict` while that id waits for an answer, `busy` with too many open requests.
    @discardableResult
    public func request(
        _ topic: Topic, _ body: some Message, timeout: Duration, id given: RequestID? = nil
    ) throws(BeaconBusError) -> RequestID {
        guard !requests.isFull else {
            throw BeaconBusError(
                .busy, "Too many open requests", reason: "\(requests.count) are without an answer",
                suggestion: "Wait for answers before asking more.")
        }
        let id = given ?? RequestID.random()
        guard !requests.isOpen(id) else {
            throw BeaconBusError(
                .requestConflict, "This request waits for its answer already", reason: "request \(id) is open",
                suggestion: "Wait for its answer, or give it up first.")
        }
        let replyTo = Topic.reply(clientID.requester, replyPath(of: topic, id)).path(in: roots)
        var head = nextHead()
        head.id = id
        head.replyTo = replyTo
        head.ttl = max(1, timeout.saturatedMilliseconds)
        let payload = try MessageCoder.encode(head, body)
        guard isConnected, !isChangingIdentity else {
            try checkSize(payload, replyTo)
            settled.append(.replied(id, .notConnected(to: configuration.broker)))
            return id
        }
        try hand(
            over: topic.path(in: roots), payload, Delivery(expiry: timeout), token: nil, responseTopic: replyTo,
            correlation: Array(id.description.utf8))
        requests.insert(id, deadline: now + timeout)
        return id
    }

    /// Gives up waiting: no answer is told any more.
    public func cancel(_ request: RequestID) {
        _ = requests.answered(request)
        settled.removeAll { if case .replied(request, _) = $0 { true } else { false } }
    }

    /// Where an answer to `message` goes; nil if none is wanted. Throws `replyToInvalid`, counted, for a reply topic
    /// outside the asker's own (D14).
    public func replyAddress(of message: IncomingMessage, _ head: Head) throws(BeaconBusError) -> ReplyAddress? {
        guard let replyTo = head.replyTo ?? message.responseTopic else { return nil }
        do throws(BeaconBusError) {
            // Where the request's topic is none of ours it does not name the asker, as `validate` does not.
            let asked = message.topic ?? .metadataChanged
            guard let topic = try asked.replyTopic(replyTo, in: roots) else { return nil }
            return ReplyAddress(topic: topic.path(in: roots), id: head.id, correlation: message.correlation)
        } catch {
            counters.foreignReplyTopics += 1
            throw error
        }
    }

    /// Answerers with narrow rights write below a path of their own (design §3).
    private func replyPath(of topic: Topic, _ id: RequestID) -> ReplyPath {
        switch topic {
        case .tokens(let observer, _): .tokens(observer, id)
        case .validate(let app): .validate(app, id)
        default: ReplyPath(id)
        }
    }

    /// Answers a request; the head carries the request's id.
    public func reply(
        to address: ReplyAddress, _ body: some Message, _ delivery: Delivery = Delivery(expiry: .seconds(60)),
        token: PublishToken? = nil
    ) throws(BeaconBusError) {
        var head = nextHead()
        head.id = address.id
        try hand(
            over: address.topic, try MessageCoder.encode(head, body), delivery, token: token,
            correlation: address.correlation)
    }

    /// The same for hand-written writers: `encode` gets the head and returns the whole payload.
    public func reply(
        to address: ReplyAddress, _ delivery: Delivery = Delivery(expiry: .seconds(60)), token: PublishToken? = nil,
        encode: (Head) throws(BeaconBusError) -> [UInt8]
    ) throws(BeaconBusError) {
        var head = nextHead()
        head.id = address.id
        try hand(
            over: address.topic, try encode(head), delivery, token: token, correlation: address.correlation)
    }

    /// Answers a request with an error.
    public func refuse(_ address: ReplyAddress, _ error: BeaconBusError) throws(BeaconBusError) {
        try reply(to: address, Refusal(error))
    }
}
