public import Bus
public import Schema

/// A broker without sockets or time of its own: retained messages, wills, wildcards, Message Expiry, a window per
/// client, and hooks for faults. Deterministic; driven by ``VirtualBus``.
public final class VirtualBroker {
    /// A message as it was accepted.
    public struct Stored: Sendable {
        public let topic: String
        public let payload: [UInt8]
        public let qos: QoS
        public let retain: Bool
        public let responseTopic: String?
        public let correlation: [UInt8]
        /// When it expires.
        public let expires: Instant?
        /// The publisher's client id; empty for what a test injected.
        public let publisher: String
        public let at: Instant
    }

    /// QoS 1 messages sent to one client before it acknowledges; what is sent in CONNACK, too.
    public var receiveMaximum = 20
    /// Nothing listens.
    public var isDown = false
    /// CONNACK reason for every CONNECT; 0 = accepted.
    public var connectReason: UInt8 = 0
    /// CONNECTs, and everything after it, are swallowed.
    public var isSilent = false
    /// Filters and topics refused with "not authorised".
    public var refusedFilters: Set<String> = []
    public var refusedTopics: Set<String> = []
    /// No PUBACK is sent any more.
    public var withholdsAcknowledgements = false
    /// Whether a client whose connection is taken over is told so; Debian's mosquitto only closes it.
    public var announcesTakeOver = true
    /// Every QoS 1 message is delivered twice.
    public var deliversTwice = false
    /// Called for each accepted message, before it is delivered.
    public var onPublish: ((Stored) -> Void)?

    public private(set) var retained: [String: Stored] = [:]
    /// CONNECTs accepted so far.
    public private(set) var connects = 0
    var now = Instant.zero
    var connections: [VirtualConnection] = []
    var taps: [VirtualTap] = []

    init() {}

    /// The retained message of a topic; nil if there is none or it has expired.
    public func retainedMessage(_ topic: String) -> Stored? {
        guard let stored = retained[topic], !isExpired(stored) else { return nil }
        return stored
    }

    /// Stops and comes back at once: every connection is lost, wills are not published (as after kill -9).
    public func restart(keepingRetained: Bool) {
        let all = connections
        connections = []
        for connection in all { connection.lost() }
        if !keepingRetained { retained = [:] }
    }

    /// Puts retained messages back, as a broker does that comes back with an old disk.
    public func restoreRetained(_ old: [String: Stored]) {
        retained = old
    }

    func isExpired(_ stored: Stored) -> Bool {
        stored.expires.map { $0 <= now } ?? false
    }

    func connect(_ connection: VirtualConnection) {
        guard !isDown else { return connection.unreachable() }
        guard !isSilent else { return }
        guard connectReason == 0 else { return connection.refused(connectReason) }
        if let old = connections.first(where: { $0.clientID == connection.clientID }) {
            connections.removeAll { $0 === old }
            publishWill(of: old)
            if announcesTakeOver { old.takenOver() } else { old.lost() }
        }
        connects += 1
        connections.append(connection)
        connection.accepted(receiveMaximum)
    }

    /// A connection ended; its will is published unless it said goodbye.
    func ended(_ connection: VirtualConnection, publishingWill: Bool) {
        guard connections.contains(where: { $0 === connection }) else { return }
        connections.removeAll { $0 === connection }
        if publishingWill { publishWill(of: connection) }
    }

    func subscribe(_ connection: VirtualConnection, _ subscription: Subscription) -> UInt8 {
        guard !refusedFilters.contains(subscription.filter) else { return 0x87 }
        let isNew = !connection.subscriptions.contains { $0.filter == subscription.filter }
        connection.subscriptions.removeAll { $0.filter == subscription.filter }
        connection.subscriptions.append(subscription)
        if subscription.retainedMessages == .send || subscription.retainedMessages == .sendIfNew && isNew {
            for (topic, stored) in retained.sorted(by: { $0.key < $1.key })
            where Subscription.matches(subscription.filter, topic) && !isExpired(stored) {
                connection.deliver(stored, qos: min(stored.qos, subscription.qos), retained: true, now)
            }
        }
        return subscription.qos.rawValue
    }

    /// Accepts a message and delivers it; returns the PUBACK reason.
    func accept(_ stored: Stored) -> UInt8 {
        guard !refusedTopics.contains(stored.topic) else { return 0x87 }
        onPublish?(stored)
        for tap in taps where Subscription.matches(tap.filter, stored.topic) { tap.messages.append(stored) }
        if stored.retain {
            retained[stored.topic] = stored.payload.isEmpty ? nil : stored
        }
        var hadSubscribers = false
        for connection in connections {
            for subscription in connection.subscriptions where Subscription.matches(subscription.filter, stored.topic) {
                if subscription.noLocal, connection.clientID == stored.publisher { continue }
                hadSubscribers = true
                let retained = stored.retain && subscription.retainAsPublished
                let qos = min(stored.qos, subscription.qos)
                connection.deliver(stored, qos: qos, retained: retained, now)
                if deliversTwice, qos == .atLeastOnce { connection.deliver(stored, qos: qos, retained: retained, now) }
            }
        }
        return hadSubscribers ? 0 : 0x10
    }

    private func publishWill(of connection: VirtualConnection) {
        guard let will = connection.will else { return }
        _ = accept(
            Stored(
                topic: will.topic, payload: will.payload, qos: will.qos, retain: will.retain, responseTopic: nil,
                correlation: [], expires: nil, publisher: connection.clientID, at: now))
    }
}
