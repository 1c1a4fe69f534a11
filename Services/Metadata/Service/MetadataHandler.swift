import Bus
import Schema
import ServiceKit
import Store

/// The metadata service as the bus sees it: answers look-ups and commands in the pass they came in, and keeps monitored
/// rules and status up to date. Confined to the bus thread.
///
/// A failing database never ends the connection: look-ups are answered `failed`, commands refused, and the status says so.
final class MetadataHandler: BusHandler {
    /// What the handler is built from.
    struct Setup: Sendable {
        var folder: String
        var formats: [BeaconFormat]
        var rules: [MonitorRule]
        /// How long the service stays quiet after its first connection (design §5).
        var quiet: Duration
        /// Shown in the status: program version, and host and process.
        var version: String
        var instance: String
    }

    static let name: ServiceName = {
        guard let name = ServiceName("metadata") else { preconditionFailure("metadata is a service name") }
        return name
    }()

    /// How long a failed registry is left alone.
    static let registryPatience = Duration.seconds(10)
    /// At most this often monitored rules are made anew, and a status goes out for counters alone.
    static let monitoredInterval = Duration.milliseconds(500)
    static let statusInterval = Duration.seconds(10)

    let setup: Setup
    let counters: MetadataCounters
    let logger: Logger
    let access: RegistryAccess
    let conditions: MetadataConditions
    private let adoptSession: (UInt64) throws -> Void
    var quiet: QuietStart
    var session = ImportSession<ImportReply>()
    private var monitored: Monitored?
    private var monitoredDue: Instant?
    /// Until when no monitored rules are made again.
    private var monitoredRest: Instant?
    private var statusAt: Instant?
    private var publishedCounters: [String: Int64] = [:]
    private var publishedError: ErrorCode?

    /// - Parameter adoptSession: stores a session that is higher than the own one.
    init(
        _ setup: Setup, link: BusLink, metrics: Metrics, logger: Logger,
        conditions: MetadataConditions = MetadataConditions(),
        adoptSession: @escaping (UInt64) throws -> Void = { _ in }
    ) {
        self.setup = setup
        self.logger = logger
        self.conditions = conditions
        self.adoptSession = adoptSession
        counters = MetadataCounters(metrics)
        access = RegistryAccess(folder: setup.folder, patience: Self.registryPatience, now: link.now)
        quiet = QuietStart(length: setup.quiet)
        if let failure = access.failure { report(failure) }
        noteRegistry()
    }

    func connected(_ link: BusLink) {
        conditions.setBus(.good)
        quiet.connected(link.now)
        if quiet.isOver { publishStatus(link) }
    }

    func disconnected(_ failure: BusFailure, _ link: BusLink) {
        conditions.setBus(.degraded("\(failure.error.code): \(failure.error.reason)"))
        if case .yield(let error) = quiet.disconnected(failure, link.clientID) { link.finish(error) }
    }

    func received(_ messages: [IncomingMessage], _ link: BusLink) throws {
        for message in messages {
            switch message.topic {
            case .metadataLookup: lookUp(message, link)
            case .metadataCommand(let command, let requester): carryOut(command, requester, message, link)
            case .keyCommand(let command, _): carryOut(command, message, link)
            case .keys(let node): handOutKeys(to: node, message, link)
            case .nodeState(let node): if message.payload.isEmpty { forget(node, link) }
            default:
                // What is no command of this version has no answer of this version, but is not passed over silently.
                counters.refused.add()
                logger.warning("no such command", .topic(message.topicName))
            }
        }
    }

    func adopt(session: UInt64) throws {
        try adoptSession(session)
    }

    func deadline(_ now: Instant, _ link: BusLink) -> Instant? {
        if quiet.begins(now) { begin(link) }
        guard quiet.isOver else { return quiet.end }
        if session.expire(now) { giveUpImport() }
        if access.retry(now) {
            logger.info("the registry can be used again")
            monitored = nil
            monitoredDue = now
            publishDesired(link)
            publishCalibrations(link)
        }
        if let due = monitoredDue, now >= due { publishMonitored(link) }
        publishStatusIfDue(now, link)
        let countersDue = currentCounters == publishedCounters ? nil : statusAt.map { $0 + Self.statusInterval }
        return [session.deadline, access.retryAt, monitoredDue, countersDue].compactMap(\.self).min()
    }

    func stopping(_ link: BusLink) {
        guard quiet.isOver else { return }
        publishStatus(link, isOnline: false)
    }

    /// The quiet time is over: nobody else is there.
    private func begin(_ link: BusLink) {
        // Subscribed first: whoever reads that the service is ready may ask at once.
        link.subscribe([
            .commands(TopicFilter.metadataLookups, in: link.roots),
            .commands(TopicFilter.metadataCommands, in: link.roots),
            .commands(TopicFilter.keyCommands, in: link.roots), .commands(TopicFilter.keys, in: link.roots),
            // Only to learn of nodes that are forgotten: what they are does not matter here.
            Subscription(TopicFilter.nodeState(), in: link.roots, retainedMessages: .never),
        ])
        publishMonitored(link)
        publishDesired(link)
        publishCalibrations(link)
        publishStatus(link)
    }

    private func giveUpImport() {
        counters.importsGivenUp.add()
        logger.warning("an import was given up: its next part did not come")
        // Whatever becomes of the staged rows, no import is under way any more.
        _ = access.result(Instant.zero) { $0.discardStaged() }
    }
}

// MARK: - What is retained

extension MetadataHandler {
    private var currentCounters: [String: Int64] { counters.status(access.figures) }

    /// Notes a change of the registry: tells subscribers at once, and the nodes as soon as the interval allows.
    func registryChanged(_ change: RegistryChange, _ link: BusLink) {
        guard !change.isEmpty else { return }
        if change.affectsRules { monitored = nil }
        monitoredChanged(link)
        let registry = access.result(link.now) { $0.id }
        guard case .success(let registry) = registry else { return }
        let beacons = change.ids?.compactMap { BeaconID($0) }
        attempt("changed") {
            try link.publish(
                .metadataChanged,
                MetadataChanged(
                    registry: registry, revision: change.revision, beacons: beacons, all: beacons == nil ? true : nil))
        }
    }

    /// The monitored message has another content: it goes out as soon as the interval allows.
    func monitoredChanged(_ link: BusLink) {
        monitoredDue = monitoredDue ?? max(monitoredRest ?? link.now, link.now)
    }

    private func publishMonitored(_ link: BusLink) {
        monitoredDue = nil
        let began = Instant.now()
        let message = access.result(link.now) { try monitoredMessage(for: $0) }
        // A large registry takes its time: nine tenths of it stay for look-ups.
        let effort = Instant.now() - began
        monitoredRest = link.now + max(Self.monitoredInterval, effort * 9)
        switch message {
        case .success(let message):
            monitored = message
            attempt("monitored") { try link.setRetained(.monitored, message) }
        case .failure(let error): report(error)
        }
    }

    /// The rules made before with the new revision, if nothing that they are made of has changed; else new ones.
    private func monitoredMessage(for registry: Registry) throws -> Monitored {
        if var message = monitored, message.registry == registry.id {
            message.revision = registry.revision
            message.keys = try registry.toldKeysRevision()
            return message
        }
        let message = try MonitoredBuilder(formats: setup.formats, rules: setup.rules).message(for: registry)
        if let fold = message.folded {
            logger.warning(
                "the monitored rules are coarser than the registry", .count("beacons", fold.from),
                .count("rules", fold.to), .reason(fold.reason))
        }
        return message
    }

    /// Publishes the status when something that matters is different, or counters after the interval.
    private func publishStatusIfDue(_ now: Instant, _ link: BusLink) {
        let current = currentCounters
        let isUrgent =
            access.failure?.code != publishedError || current["revision"] != publishedCounters["revision"]
        let isDue = current != publishedCounters && statusAt.map { now >= $0 + Self.statusInterval } ?? true
        if isUrgent || isDue { publishStatus(link) }
    }

    func publishStatus(_ link: BusLink, isOnline: Bool = true) {
        if let figures = access.figures {
            counters.revision.set(Int(clamping: figures.revision))
            counters.records.set(Int(clamping: figures.records))
        }
        noteRegistry()
        publishedCounters = currentCounters
        publishedError = access.failure?.code
        statusAt = link.now
        let status = ServiceStatus(
            service: Self.name, version: setup.version, instance: setup.instance, connection: link.connection,
            online: isOnline, ready: isOnline && access.failure == nil, counters: publishedCounters,
            error: access.failure)
        attempt("status") { try link.setRetained(.service(Self.name), status) }
    }

    /// Hands something to the bus; what it refuses is counted and logged, and goes out with the next change.
    func attempt(_ what: StaticString, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            let error = BeaconBusError.common(error)
            counters.unansweredReplies.add()
            logger.warning(
                "a message could not be handed to the bus", .text("message", what.description),
                .code(error.code.description), .reason(error.reason))
        }
    }

    private func noteRegistry() {
        conditions.setRegistry(access.failure.map { .degraded("\($0.code): \($0.reason)") } ?? .good)
    }

    func report(_ error: BeaconBusError) {
        logger.error(
            "the registry failed", .code(error.code.description), .reason(error.reason), .suggestion(error.suggestion))
    }
}
