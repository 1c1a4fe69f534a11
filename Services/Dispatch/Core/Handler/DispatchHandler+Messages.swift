import Bus
import Schema
import ServiceKit

extension DispatchHandler {
    /// Takes one message from outside; what cannot be read is dropped, counted and named in the log (R18).
    func take(_ message: IncomingMessage, _ link: BusLink) throws {
        do {
            switch message.topic {
            case .beaconEvent(let node, .active), .beaconEvent(let node, .inactive), .unacknowledged(let node):
                if message.retained { return }
                try takeBatch(message, node, link.now)
            case .nodeState(let node):
                if message.payload.isEmpty {
                    spokenFor[node] = nil
                    return try engine.nodeForgotten(node, now: link.now)
                }
                let (head, status) = try message.decode(NodeStatus.self)
                try engine.nodeState(
                    node, session: head.session ?? 0, connection: status.connection,
                    working: status.online && status.state != .idle, now: link.now)
                try heed(node, of: status.via, link.now)
            case .nodeLost(let node):
                if message.payload.isEmpty { return }
                let lost = try message.decode(Lost.self).body
                try engine.nodeLost(node, session: lost.session, connection: lost.connection, now: link.now)
            case .serviceLost(let service):
                if message.payload.isEmpty { return }
                try lose(service, message.decode(Lost.self).body, link.now)
            case .service:
                if message.payload.isEmpty { return }
                let (head, status) = try message.decode(ServiceStatus.self)
                if status.ready, head.session != metadataSession {
                    metadataSession = head.session ?? 0
                    engine.lookups.wakeAll(link.now)
                }
            case .actionCommand(.replay, _):
                command(message, link)
            default: break
            }
        } catch let error as BeaconBusError where !error.code.isOfStore {
            invalidMessages += 1
            logger.warning(
                "a message was dropped", .topic(message.topicName), .code(error.code.description),
                .reason(error.reason))
        }
    }

    /// A service speaks for the node: its loss is the node's. Nil = it speaks for itself.
    private func heed(_ node: NodeID, of service: ServiceName?, _ now: Instant) throws {
        guard let service else {
            spokenFor[node] = nil
            return
        }
        guard spokenFor[node] != nil || spokenFor.count < NodeWatch.most else { return }
        spokenFor[node] = service
        if let lost = lostServices[service] {
            try engine.nodeLost(node, session: lost.session, connection: lost.connection, now: now)
        }
    }

    private func lose(_ service: ServiceName, _ lost: Lost, _ now: Instant) throws {
        let nodes = spokenFor.filter { $0.value == service }.keys
        guard !nodes.isEmpty || lostServices.count < Self.mostServices else { return }
        lostServices[service] = (lost.session, lost.connection)
        for node in nodes {
            try engine.nodeLost(node, session: lost.session, connection: lost.connection, now: now)
        }
    }

    private func takeBatch(_ message: IncomingMessage, _ node: NodeID, _ now: Instant) throws {
        do {
            try BatchEntries.read(message.payload, node: node) { try engine.store($0, from: node, now: now) }
        } catch let error as BeaconBusError where !error.code.isOfStore {
            for place in BatchEntries.places(message.payload, node: node) {
                try engine.refuse(place, from: node, now: now)
            }
            throw error
        }
    }
}
