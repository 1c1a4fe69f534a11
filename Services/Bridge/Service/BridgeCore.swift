import Bus
import Fleets
import Schema
import ServiceKit

/// The bridge as it is on the site's bus: rooms of other fleets as nodes. Confined to the bus thread.
final class BridgeCore: BusHandler {
    static let name: ServiceName = {
        guard let name = ServiceName("bridge") else { preconditionFailure("bridge is a service name") }
        return name
    }()

    /// What the core is set up with.
    struct Setup: Sendable {
        var rooms: [String: NodeID] = [:]
        var mostRooms = 64
        /// After how long without a word a room of a fleet without last will counts as offline.
        var silence: Duration = .seconds(300)
        var instance = ""
    }

    let setup: Setup
    let logger: Logger
    let inbox: FleetInbox
    private let factory: VirtualNodeFactory
    private let adopt: (UInt64) throws -> Void
    var book: RoomBook
    var nodes: [NodeID: VirtualNode] = [:]
    /// Nodes that somebody else speaks for.
    var taken: Set<NodeID> = []
    /// The newest words that every node needs, for those that come later.
    private var latest: [String: IncomingMessage] = [:]
    private var counters: [String: Int64] = [:]
    private var toldAt = Instant.zero
    private var isStopping = false

    private static let statusInterval: Duration = .seconds(10)

    init(
        _ setup: Setup, factory: VirtualNodeFactory, inbox: FleetInbox, logger: Logger,
        adopt: @escaping (UInt64) throws -> Void
    ) {
        self.setup = setup
        self.factory = factory
        self.inbox = inbox
        self.logger = logger
        self.adopt = adopt
        book = RoomBook(most: setup.mostRooms, given: setup.rooms, known: factory.knownRooms())
    }

    /// What this client subscribes to.
    static func subscriptions(roots: Roots) -> [Subscription] {
        var filters: [TopicFilter] = [.acknowledged(), .monitored, .nodeState()]
        if let dispatch = ServiceName("dispatch") { filters += [.services(dispatch), .serviceLost(dispatch)] }
        return filters.map { Subscription($0, in: roots) }
    }

    func connected(_ link: BusLink) {
        publishStatus(link)
        for (node, room) in book.rooms where nodes[node] == nil { _ = make(node, room, link) }
        for node in nodes.values {
            node.publish(link)
            node.core.connected(link)
        }
    }

    func disconnected(_ failure: BusFailure, _ link: BusLink) {
        for node in nodes.values { node.core.disconnected(failure, link) }
    }

    func adopt(session: UInt64) throws { try adopt(session) }

    func probe() throws { for node in nodes.values { try node.core.probe() } }

    func received(_ messages: [IncomingMessage], _ link: BusLink) throws {
        for message in messages {
            switch message.topic {
            case .acknowledged(let id):
                try nodes[id]?.core.received([message], link)
            case .monitored, .service, .serviceLost:
                latest[message.topicName] = message
                for node in nodes.values { try node.core.received([message], link) }
            case .nodeState(let id): heed(id, message, link)
            default: break
            }
        }
    }

    func passEnded(_ link: BusLink) throws { settle(link) }

    func deadline(_ now: Instant, _ link: BusLink) -> Instant? {
        takeFleet(link)
        var next = toldAt + Self.statusInterval
        for node in nodes.values {
            if let wake = node.settle(link) { next = min(next, wake) }
            if let wake = node.core.deadline(now, link) { next = min(next, wake) }
            if let silent = silentAt(node) {
                if now >= silent { node.go(silence(node), link) } else { next = min(next, silent) }
            }
        }
        if now - toldAt >= Self.statusInterval { publishStatus(link) }
        return max(next, now)
    }

    func stopping(_ link: BusLink) {
        isStopping = true
        for node in nodes.values {
            node.go(
                BeaconBusError(
                    .gatewayOffline, reason: "the bridge was stopped", suggestion: "Start beacon-bridge again."), link)
            node.core.stopping(link)
        }
        publishStatus(link)
    }

    // MARK: What the fleets say

    /// Takes what the fleets said since the last time.
    func takeFleet(_ link: BusLink) {
        for arrival in inbox.take() {
            switch arrival.message {
            case .reports(let room, let reports):
                node(RoomBook.Room(fleet: arrival.fleet, name: room), link)?.push(reports, link)
            case .away(let room, let beacon):
                node(RoomBook.Room(fleet: arrival.fleet, name: room), link)?.leave(beacon, link)
            case .availability(let room, let isOnline):
                node(RoomBook.Room(fleet: arrival.fleet, name: room), link)?.announce(isOnline, link)
            case .ignored: break
            }
        }
    }

    private func settle(_ link: BusLink) { for node in nodes.values { node.settle(link) } }

    private func node(_ room: RoomBook.Room, _ link: BusLink) -> VirtualNode? {
        guard let id = book.node(of: room, isTaken: { taken.contains($0) }) else {
            counters["refusedRooms", default: 0] += 1
            logger.warning(
                "a room is not taken in: there are too many, or its name belongs to another node",
                .text("room", room.name),
                .suggestion("Raise bridge.mostRooms, or give it a name in bridge.rooms."))
            return nil
        }
        return nodes[id] ?? make(id, room, link)
    }

    private func make(_ id: NodeID, _ room: RoomBook.Room, _ link: BusLink) -> VirtualNode? {
        do {
            let node = try factory.make(id, room)
            nodes[id] = node
            try factory.store(book.rooms)
            logger.info(
                "a room is a node", .node(id.description), .text("room", room.name), .text("fleet", room.fleet.rawValue)
            )
            if link.isConnected {
                node.publish(link)
                node.core.connected(link)
            }
            try node.core.received(Array(latest.values), link)
            return node
        } catch {
            counters["failedRooms", default: 0] += 1
            logger.error("a room cannot be taken in", .text("room", room.name), .reason("\(error)"))
            return nil
        }
    }

    /// A node's state that is not ours: the name belongs to somebody else.
    private func heed(_ id: NodeID, _ message: IncomingMessage, _ link: BusLink) {
        guard !message.payload.isEmpty, let head = try? MessageCoder.decodeHead(message.payload), let from = head.from
        else {
            taken.remove(id)
            return
        }
        guard from != link.clientID else { return }
        taken.insert(id)
        if nodes[id] != nil {
            counters["conflicts", default: 0] += 1
            logger.error(
                "two speak for one node", .node(id.description), .text("other", from.description),
                .suggestion("Give the room another name in bridge.rooms."))
        }
    }

    private func silentAt(_ node: VirtualNode) -> Instant? {
        guard node.state == .running, !node.isAnnounced, let heard = node.lastHeard else { return nil }
        return heard + setup.silence
    }

    private func silence(_ node: VirtualNode) -> BeaconBusError {
        BeaconBusError(
            .gatewayOffline,
            reason: "nothing came from \(quoted(node.room.name)) for \(setup.silence.saturatedMilliseconds / 1_000) s",
            suggestion: "Look at the gateway's power and network.")
    }

    private func publishStatus(_ link: BusLink) {
        toldAt = link.now
        var counters = counters.merging(inbox.counters) { $1 }
        counters["rooms"] = Int64(nodes.count)
        counters["running"] = Int64(nodes.values.count { $0.state == .running })
        counters["refusedMessages"] = Int64(clamping: book.refused)
        let body = ServiceStatus(
            service: Self.name, version: ServiceMain.version, instance: setup.instance,
            connection: max(link.connection, 1), online: !isStopping, ready: !isStopping, counters: counters)
        try? link.setRetained(.service(Self.name), body)
    }
}
