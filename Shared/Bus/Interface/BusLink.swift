public import Schema

/// A client's view of the bus, confined to the bus thread: publishing, own retained topics, requests, replies.
///
/// It also is the engine that joins the pure parts (connection machine, outbound queue, retained table, request
/// table) with a transport; a driver (the bus thread, or a virtual one in tests) feeds it events and the time.
public final class BusLink {
    /// The own name, as others see it in `from`; follows ``use(_:)``.
    public var clientID: ClientID { configuration.clientID }
    public let roots: Roots
    /// The boot-time clock, read once a pass.
    public package(set) var now: Instant

    var configuration: BusConfiguration
    let transport: any Transport
    let wallClock: () -> WallTime
    package var handler: (any BusHandler)?

    var machine: ConnectionMachine
    var outbound: OutboundQueue
    var retained: RetainedTable
    var requests: RequestTable
    var random: SplitMix64
    var topics: TopicCache
    var filters: [Subscription]
    var pendingPackets: [PacketID: PendingPacket] = [:]
    var pendingFilters = 0
    /// Rises whenever a connection begins or ends; events of an older one are dropped.
    var generation: UInt64 = 0
    var heldMessages: [IncomingMessage] = []
    var batch: [IncomingMessage] = []
    var replies: [(RequestID, IncomingMessage)] = []
    /// Outcomes known while the caller was still handing over; told at the end of the pass.
    var settled: [Settled] = []
    var marker: String = ""
    var isInConnected = false
    var subscriptionsFlushed = false
    var handlerDeadline: Instant?
    var ending: Result<Void, BeaconBusError>?
    var isFinished = false
    /// Whom to connect as next; nil = no change was asked for.
    var nextIdentity: BusIdentity?
    var watch = CertificateWatch()
    var sequence: UInt64 = 0

    let ownStatePath: String?
    /// The will's topic, read with the own state: another process with our client id may have left a newer will.
    let ownLostPath: String?
    /// `{private root}/replies/{client}/`.
    var replyPrefix: String

    /// What was done and dropped so far.
    public internal(set) var counters = BusCounters()

    package init(
        _ configuration: BusConfiguration, transport: any Transport, now: Instant, seed: UInt64,
        wallClock: @escaping () -> WallTime
    ) {
        self.configuration = configuration
        self.transport = transport
        self.wallClock = wallClock
        self.now = now
        roots = configuration.roots
        ownStatePath = configuration.ownState?.path(in: configuration.roots)
        ownLostPath = configuration.ownState == nil ? nil : configuration.will?.topic.path(in: configuration.roots)
        replyPrefix = Self.replyPrefix(configuration)
        machine = ConnectionMachine(
            session: configuration.session, hasOwnState: configuration.ownState != nil, limits: configuration.limits,
            seed: seed)
        outbound = OutboundQueue(limits: configuration.limits)
        retained = RetainedTable(limits: configuration.limits)
        requests = RequestTable(limits: configuration.limits)
        random = SplitMix64(seed: seed &+ 1)
        topics = TopicCache(roots: configuration.roots)
        filters = configuration.subscriptions
    }

    /// This process start's session, raised when the broker held a higher one.
    public var session: UInt64 { machine.session }

    /// The number of the CONNECT in this session; stands in own retained state and in the will.
    public var connection: UInt64 { machine.connection }

    /// Whether messages can be sent now.
    public var isConnected: Bool {
        switch machine.state {
        case .ready, .switching, .stopping: true
        default: false
        }
    }

    /// Messages handed over and not yet acknowledged by the broker.
    public var queued: Int { outbound.count }

    /// Requests without an answer so far.
    public var openRequests: Int { requests.count }

    /// Ends the client for good, gracefully where connected; ``BusClient/run()`` then returns, or throws the error.
    public func finish(_ error: BeaconBusError? = nil) {
        if ending == nil { ending = error.map { .failure($0) } ?? .success(()) }
    }

    /// Ends the connection without acknowledging anything of this pass, as a failed commit does.
    public func commitFailed(_ error: BeaconBusError) {
        perform(machine.handle(.commitFailed(error), now))
    }

    /// What an expected answer stands for.
    enum PendingPacket {
        case ownFilter(String)
        case filter(String)
        case addedFilter(String)
        case marker
    }

    /// What is told at the end of the pass.
    enum Settled {
        case published(PublishToken, PublishOutcome)
        case replied(RequestID, BeaconBusError)
    }
}
