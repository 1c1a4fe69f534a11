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
        /// The fleets that are taken in; rooms of others are forgotten.
        var fleets = Set(Fleet.allCases)
        /// How long a room must have been unheard to be given up for a new one.
        var forgetting: Duration = .seconds(7 * 86_400)
        /// After how long without a word a room of a fleet without last will counts as offline.
        var silence: Duration = .seconds(300)
        var instance = ""
    }

    let setup: Setup
    let logger: Logger
    let inbox: FleetInbox
    let factory: VirtualNodeFactory
    private let adopt: (UInt64) throws -> Void
    var book: RoomBook
    var nodes: [NodeID: VirtualNode] = [:]
    /// Nodes that somebody else speaks for.
    var taken: Set<NodeID> = []
    /// When rooms of before were last heard, as long as they are no nodes.
    var heardBefore: [NodeID: WallTime]
    /// What was said of the coming and going of rooms that have not spoken of a beacon yet.
    var held: [RoomBook.Room: Bool] = [:]
    /// Since when it is listened to the fleets, and everything is open.
    var listening: Instant?
    /// Rooms of which was said that they are not taken in; as many as are taken in at most.
    var refusedRooms: Set<RoomBook.Room> = []
    /// What was measured of nodes that are no rooms yet.
    var calibrations: [NodeID: IncomingMessage] = [:]
    /// The newest words that every node needs, for those that come later.
    var latest: [String: IncomingMessage] = [:]
    var counters: [String: Int64] = [:]
    private var toldAt = Instant.zero
    /// The figures that were told last; others are told at once.
    private var told: [String: Int64] = [:]
    private(set) var isStopping = false
    /// Whether the nodes of others are known: nothing is said for a room before that.
    var isOpen = false
    var opensAt: Instant?

    private static let statusInterval: Duration = .seconds(10)
    /// The least time between two statuses.
    private static let statusPause: Duration = .milliseconds(250)
    /// How long the own status may take to come back.
    private static let patience: Duration = .seconds(5)
    /// Nodes of others remembered at most.
    static let mostTaken = 16_384

    init(
        _ setup: Setup, factory: VirtualNodeFactory, inbox: FleetInbox, logger: Logger,
        adopt: @escaping (UInt64) throws -> Void
    ) {
        self.setup = setup
        self.factory = factory
        self.inbox = inbox
        self.logger = logger
        self.adopt = adopt
        let known = factory.knownRooms()
        book = RoomBook(most: setup.mostRooms, given: setup.rooms, known: known, fleets: setup.fleets)
        heardBefore = known.compactMapValues(\.heard)
    }

    /// What this client subscribes to.
    static func subscriptions(roots: Roots) -> [Subscription] {
        var filters: [TopicFilter] = [.acknowledged(), .monitored, .nodeState(), .calibration()]
        if let dispatch = ServiceName("dispatch") { filters += [.services(dispatch), .serviceLost(dispatch)] }
        // The own status comes back behind all that is retained.
        filters.append(.services(name))
        return filters.map { Subscription($0, in: roots) } + [.commands(.nodeCommands(), in: roots)]
    }

    func connected(_ link: BusLink) {
        publishStatus(link)
        guard isOpen else {
            opensAt = link.now + Self.patience
            return
        }
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
            case .service(let service) where service == Self.name:
                guard !isOpen, let (head, status) = try? message.decode(ServiceStatus.self) else { continue }
                if head.session == link.session, status.connection == link.connection { open(link) }
            case .monitored, .service, .serviceLost:
                latest[message.topicName] = message
                for node in nodes.values { try node.core.received([message], link) }
            case .nodeState(let id): heed(id, message, link)
            case .calibration(let id): try calibrate(id, message, link)
            case .nodeCommand(let id, let command, _): try obey(id, command, message, link)
            default: break
            }
        }
    }

    func passEnded(_ link: BusLink) throws { settle(link) }

    func deadline(_ now: Instant, _ link: BusLink) -> Instant? {
        var next = toldAt + Self.statusInterval
        if !isOpen, link.isConnected, let opensAt {
            if now >= opensAt { open(link) } else { next = min(next, opensAt) }
        }
        discardDropped(link)
        takeFleet(link)
        for node in nodes.values {
            if let wake = node.settle(link) { next = min(next, wake) }
            if let wake = node.core.deadline(now, link) { next = min(next, wake) }
            if let silent = silentAt(node) {
                if now >= silent { node.go(silence(node), link) } else { next = min(next, silent) }
            }
        }
        let due = toldAt + (figures == told ? Self.statusInterval : Self.statusPause)
        if now >= due { publishStatus(link) } else { next = min(next, due) }
        // The acknowledgements of what was cleared let more follow.
        if isOpen, !book.dropped.isEmpty { next = min(next, now + Self.statusPause) }
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
        storeRooms()
        publishStatus(link)
    }

    private func settle(_ link: BusLink) { for node in nodes.values { node.settle(link) } }

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

    private var figures: [String: Int64] {
        var figures = counters
        figures["rooms"] = Int64(nodes.count)
        figures["running"] = Int64(nodes.values.count { $0.state == .running })
        return figures
    }

    private func publishStatus(_ link: BusLink) {
        toldAt = link.now
        told = figures
        var counters = inbox.counters.merging(told) { $1 }
        counters["refusedMessages"] = Int64(clamping: book.refused)
        let body = ServiceStatus(
            service: Self.name, version: ServiceMain.version, instance: setup.instance,
            connection: max(link.connection, 1), online: !isStopping, ready: !isStopping, counters: counters)
        try? link.setRetained(.service(Self.name), body)
    }
}
