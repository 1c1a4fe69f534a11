public import Schema

extension BusLink {
    /// Sets what an own retained topic holds: published now if connected, and again on every CONNACK, the own state
    /// first, the others after a random wait at ≤ 500/s (R8). A later value replaces the earlier one.
    ///
    /// Throws `messageTooLarge`, `busy` (too many topics, or the queue is full) and what encoding throws.
    public func setRetained(_ topic: Topic, _ body: some Message) throws(BeaconBusError) {
        try setRetained(topic) { head in try MessageCoder.encode(head, body) }
    }

    /// The same for hand-written writers: `encode` gets the head and returns the whole payload; it is called again
    /// for each repetition.
    public func setRetained(_ topic: Topic, encode: @escaping (Head) throws -> [UInt8]) throws(BeaconBusError) {
        try setRetained(path: topic.path(in: roots), encode)
    }

    /// The same for a topic outside the schema.
    public func setRetained(rawTopic: String, _ payload: [UInt8]) throws(BeaconBusError) {
        try setRetained(path: rawTopic) { _ in payload }
    }

    /// Clears an own retained topic: an empty retained message now if connected, and again after a reconnect, because
    /// a broker may come back with an old disk.
    public func clearRetained(_ topic: Topic) throws(BeaconBusError) {
        try clearRetained(rawTopic: topic.path(in: roots))
    }

    /// Lets go of the own retained topics whose path begins with `prefix`: they stay at the broker as they are, and are
    /// not sent again. For topics that turned out to be somebody else's.
    public func releaseRetained(under prefix: String) { retained.release(under: prefix) }

    /// The same for a topic outside the schema.
    public func clearRetained(rawTopic path: String) throws(BeaconBusError) {
        try checkRoom(for: path, bytes: 0)
        retained.clear(path, sentIn: isConnected ? counters.connects : 0)
        if isConnected { queueRetained(path, []) }
    }

    private func setRetained(
        path: String, _ encode: @escaping (Head) throws -> [UInt8]
    ) throws(BeaconBusError) {
        let payload = try encoded(encode)
        try checkSize(payload, path)
        try checkRoom(for: path, bytes: payload.count)
        // Set within `connected`, the own state is sent once, first of all, when that returns.
        let isSentNow = isConnected && !(isInConnected && path == ownStatePath)
        retained.set(path, encode, sentIn: isSentNow ? counters.connects : 0)
        if isSentNow { queueRetained(path, payload) }
    }

    private func checkRoom(for path: String, bytes: Int) throws(BeaconBusError) {
        guard retained.hasRoom(for: path), !isConnected || outbound.hasRoom(bytes: bytes) else {
            throw BeaconBusError(
                .busy, "Too many retained topics or messages",
                reason: "\(retained.count) retained topics and \(outbound.count) messages on their way",
                suggestion: "Set fewer topics, or set them later.")
        }
    }

    private func encoded(_ encode: (Head) throws -> [UInt8]) throws(BeaconBusError) -> [UInt8] {
        do {
            return try encode(nextHead())
        } catch let error as BeaconBusError {
            throw error
        } catch {
            throw BeaconBusError(
                .internalError, "A message cannot be encoded", reason: "\(error)",
                suggestion: "Report this as a fault of the program.")
        }
    }

    func queueRetained(_ path: String, _ payload: [UInt8], first: Bool = false) {
        if path == ownStatePath { machine.wroteOwnState() }
        let entry = OutboundQueue.Entry(
            message: OutgoingMessage(topic: path, payload: payload, qos: .atLeastOnce, retain: true),
            retainedPath: path)
        if first { outbound.prepend(entry) } else { outbound.append(entry) }
        if !isInConnected { pump() }
    }

    /// Sends one topic of the table again.
    func restore(_ path: String, _ encode: RetainedTable.Encoder?, first: Bool = false) {
        counters.restored += 1
        guard let encode else { return queueRetained(path, []) }
        guard let payload = try? encoded(encode), payload.count <= configuration.limits.messageBytes else {
            counters.discarded += 1
            return
        }
        queueRetained(path, payload, first: first)
    }
}
