internal import Bus
internal import Schema

/// One client's connection as the broker and the transport see it.
final class VirtualConnection {
    let clientID: String
    let will: OutgoingMessage?
    var subscriptions: [Subscription] = []
    /// What the client will read next.
    var events: [TransportEvent] = []
    private var waiting: [(stored: VirtualBroker.Stored, qos: QoS, retained: Bool)] = []
    private var unacknowledged = 0
    private let receiveMaximum: Int
    private weak var broker: VirtualBroker?

    init(_ request: ConnectRequest, _ broker: VirtualBroker) {
        clientID = request.clientID
        will = request.will
        receiveMaximum = Int(request.receiveMaximum)
        self.broker = broker
    }

    func accepted(_ receiveMaximum: Int) {
        events.append(.accepted(receiveMaximum: receiveMaximum))
    }

    func refused(_ reason: UInt8) {
        events.append(.refused(reason: reason))
    }

    func unreachable() {
        fail(.unreachable, .brokerUnreachable)
    }

    func lost() {
        fail(.lost, .connectionLost)
    }

    func takenOver() {
        fail(.takenOver, .clientIdInUse)
    }

    private func fail(_ kind: BusFailure.Kind, _ code: ErrorCode) {
        events.append(.closed(kind, BeaconBusError(code, reason: "virtual broker", suggestion: "Go on.")))
    }

    func deliver(_ stored: VirtualBroker.Stored, qos: QoS, retained: Bool, _ now: Instant) {
        guard qos == .atLeastOnce else { return append(stored, qos, retained, now) }
        waiting.append((stored, qos, retained))
        fill(now)
    }

    /// The client has acknowledged that many QoS 1 messages.
    func acknowledged(_ count: Int, _ now: Instant) {
        unacknowledged -= count
        fill(now)
    }

    private func fill(_ now: Instant) {
        while unacknowledged < receiveMaximum, !waiting.isEmpty {
            let next = waiting.removeFirst()
            if let broker, broker.isExpired(next.stored) { continue }
            unacknowledged += 1
            append(next.stored, next.qos, next.retained, now)
        }
    }

    private func append(_ stored: VirtualBroker.Stored, _ qos: QoS, _ retained: Bool, _ now: Instant) {
        events.append(
            .message(
                IncomingMessage(
                    topicName: stored.topic, topic: nil, payload: stored.payload, qos: qos, retained: retained,
                    expiry: stored.expires.map { $0 - now }, responseTopic: stored.responseTopic,
                    correlation: stored.correlation, receivedAt: now)))
    }
}
