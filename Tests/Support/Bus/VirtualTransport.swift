internal import Bus
internal import Schema

/// The transport over a ``VirtualBroker``: nothing is written, and nothing acknowledged, before ``write()``.
final class VirtualTransport: Transport {
    private enum Packet {
        case subscribe(PacketID, Subscription)
        case unsubscribe(String)
        case publish(PacketID, OutgoingMessage)
    }

    private let broker: VirtualBroker
    private(set) var connection: VirtualConnection?
    private var packets: [Packet] = []
    private var toAcknowledge = 0
    private var nextPacket: PacketID = 0

    init(_ broker: VirtualBroker) {
        self.broker = broker
    }

    func open(_ request: ConnectRequest) {
        abort()
        let connection = VirtualConnection(request, broker)
        self.connection = connection
        certificate = request.tls == nil ? nil : stored
        broker.connect(connection)
    }

    func subscribe(_ subscription: Subscription) -> PacketID? {
        guard connection != nil else { return nil }
        nextPacket += 1
        packets.append(.subscribe(nextPacket, subscription))
        return nextPacket
    }

    func unsubscribe(_ filter: String) {
        packets.append(.unsubscribe(filter))
    }

    func publish(_ message: OutgoingMessage) -> PublishSubmission {
        guard connection != nil else { return .closed }
        nextPacket += 1
        packets.append(.publish(nextPacket, message))
        return .accepted(nextPacket)
    }

    /// What the files hold now, and their stamp; what a connection was begun with stays with it.
    var stored: CertificateValidity?
    var stamp: UInt64 = 1
    private(set) var certificate: CertificateValidity?

    func stamp(of files: TLSConfiguration) -> UInt64? { files.certificateFile == nil ? nil : stamp }

    func stored(_ files: TLSConfiguration) -> CertificateValidity? { stored }

    func close(publishingWill: Bool) {
        write()
        end(publishingWill: publishingWill)
    }

    func abort() {
        end(publishingWill: true)
    }

    private func end(publishingWill: Bool) {
        if let connection { broker.ended(connection, publishingWill: publishingWill) }
        connection = nil
        packets = []
        toAcknowledge = 0
    }

    /// What was received since, to be processed as one pass.
    func take() -> [TransportEvent] {
        guard let connection else { return [] }
        let events = connection.events
        connection.events = []
        for case .message(let message) in events where message.qos == .atLeastOnce { toAcknowledge += 1 }
        return events
    }

    var hasEvents: Bool { connection.map { !$0.events.isEmpty } ?? false }

    /// Sends acknowledgements and what was handed over.
    func write() {
        guard let connection, !broker.isSilent else { return }
        connection.acknowledged(toAcknowledge, broker.now)
        toAcknowledge = 0
        let sent = packets
        packets = []
        for packet in sent where self.connection === connection {
            switch packet {
            case .subscribe(let id, let subscription):
                connection.events.append(.subscribed(id, reason: broker.subscribe(connection, subscription)))
            case .unsubscribe(let filter):
                connection.subscriptions.removeAll { $0.filter == filter }
            case .publish(let id, let message):
                let reason = broker.accept(stored(message, connection))
                if message.qos == .atLeastOnce, !broker.withholdsAcknowledgements {
                    connection.events.append(.acknowledged(id, reason: reason))
                }
            }
        }
    }

    private func stored(_ message: OutgoingMessage, _ connection: VirtualConnection) -> VirtualBroker.Stored {
        VirtualBroker.Stored(
            topic: message.topic, payload: message.payload, qos: message.qos, retain: message.retain,
            responseTopic: message.responseTopic, correlation: message.correlation,
            expires: message.expiry.map { broker.now + .seconds(Int64($0)) }, publisher: connection.clientID,
            at: broker.now)
    }
}
