import Bus
import Schema
import ServiceKit
import Store

/// The dispatch service as the bus sees it: hands entries and answers to the engine, commits at the end of each pass, and
/// only then publishes what that led to. Confined to the bus thread.
final class DispatchHandler: BusHandler {
    /// What the handler is built from.
    struct Setup: Sendable {
        var settings = DispatchSettings()
        /// How long the service stays quiet after its first connection (design §5).
        var quiet: Duration = .seconds(10)
        /// Shown in the status: program version, and host and process.
        var version = ""
        var instance = ""
        var health = DispatchHealth()
        /// Stores a session that is higher than the own one.
        var adoptSession: @Sendable (UInt64) throws -> Void = { _ in }
    }

    static let name = ServiceName("dispatch")!
    static let metadata = ServiceName("metadata")!

    let setup: Setup
    let engine: DispatchEngine
    let logger: Logger
    let metrics: DispatchMetrics
    var quiet: QuietStart
    var outbox = Outbox()
    var replays = ReplayQueue()
    /// The look-ups under way.
    var asked: [RequestID: [ActivationKey]] = [:]
    /// When each node was last told how far its journal is stored.
    var acknowledgedAt: [NodeID: Instant] = [:]
    var statusAt: Instant?
    var publishedFigures: Figures?
    var inboxesAt: Instant?
    /// The session of the metadata service that answered last, to ask again at once when another one comes.
    var metadataSession: UInt64 = 0
    /// Nodes that a service speaks for, such as the rooms of a bridge, and the wills of such services.
    var spokenFor: [NodeID: ServiceName] = [:]
    var lostServices: [ServiceName: (session: UInt64, connection: UInt64)] = [:]
    static let mostServices = 64
    /// After a failed commit nothing is done until a trial one works.
    var failure: BeaconBusError?
    /// Messages that could not be read or were refused.
    var invalidMessages: UInt64 = 0
    /// The time of the pass, for what is called without a link.
    private var lastNow: Instant
    /// When how far the outbox has been sent is noted, where that has changed.
    var noteDue: Instant?

    init(_ setup: Setup, ledger: Ledger, link: BusLink, metrics: Metrics, logger: Logger) throws {
        self.setup = setup
        lastNow = link.now
        self.logger = logger
        self.metrics = DispatchMetrics(metrics)
        engine = try DispatchEngine(ledger: ledger, settings: setup.settings, now: link.now)
        quiet = QuietStart(length: setup.quiet)
        outbox.restart(ledger)
    }

    func connected(_ link: BusLink) {
        quiet.connected(link.now)
        setup.health.setBroker(nil)
        logger.info("connected to the broker", .count("connection", link.connection))
        guard quiet.isOver else { return }
        // The broker may have lost what it had acknowledged: what is younger than a minute goes out again.
        rewind(link.now)
        engine.lookups.wakeAll(link.now)
        publishStatus(link)
    }

    func disconnected(_ failure: BusFailure, _ link: BusLink) {
        setup.health.setBroker(failure.error)
        if failure.kind == .identityChanged {
            logger.info("connecting anew with the renewed certificate")
        } else if failure.kind != .stopped {
            logger.warning(
                "there is no connection to the broker; it is tried again", .code(failure.error.code.description),
                .reason(failure.error.reason), .suggestion(failure.error.suggestion))
        }
        outbox.disconnected()
        replays.disconnected()
        if case .yield(let error) = quiet.disconnected(failure, link.clientID) { link.finish(error) }
    }

    func received(_ messages: [IncomingMessage], _ link: BusLink) throws {
        guard quiet.isOver else { return }
        try guarded { for message in messages { try take(message, link) } }
    }

    func replied(_ request: RequestID, _ reply: Result<IncomingMessage, BeaconBusError>, _ link: BusLink) throws {
        guard let keys = asked.removeValue(forKey: request) else { return }
        try guarded { try takeAnswers(keys, reply, link.now) }
    }

    func passEnded(_ link: BusLink) throws {
        guard quiet.isOver else { return }
        try commit(link.now)
        // What came in is durable, so what it leads to may be told; the rest follows in `deadline`.
    }

    func deadline(_ now: Instant, _ link: BusLink) -> Instant? {
        lastNow = now
        if quiet.begins(now) { begin(link) }
        guard quiet.isOver else { return quiet.end }
        guard failure == nil else { return nil }
        do {
            try guarded {
                if engine.nextDue <= now { try engine.care(now) }
                try noteSent(now)
            }
            try commit(now)
        } catch {
            link.commitFailed(BeaconBusError.wrapping(error))
            return nil
        }
        guard link.isConnected else { return engine.nextDue }
        return publish(now, link)
    }

    func probe() throws {
        try engine.ledger.probe()
        guard failure != nil else { return }
        try engine.reload(lastNow)
        outbox.restart(engine.ledger)
        asked = [:]
        failure = nil
        setup.health.setLedger(nil)
        logger.info("the ledger can be written again")
    }

    func adopt(session: UInt64) throws {
        try setup.adoptSession(session)
    }

    func stopping(_ link: BusLink) {
        guard quiet.isOver, failure == nil else { return }
        noteDue = link.now
        do {
            try noteSent(link.now)
            try commit(link.now)
        } catch {
            report(error)
        }
        publishStatus(link, isOnline: false)
    }

    /// The quiet time is over: nobody else is there.
    private func begin(_ link: BusLink) {
        logger.info(
            "at work", .count("open", engine.openCount), .count("outbox", outbox.count),
            .count("episodes", engine.book.openCount))
        rewind(link.now)
        publishStatus(link)
        for node in engine.journals.keys { engine.toAcknowledge.insert(node) }
        engine.changedInboxes.formUnion((try? engine.ledger.inboxes()) ?? [])
        let filters: [TopicFilter] = [
            .beaconEvents(nil, .active), .beaconEvents(nil, .inactive), .unacknowledged(), .nodeState(), .nodeLost(),
            .serviceLost(),
            .services(Self.metadata),
        ]
        link.subscribe(
            filters.map { Subscription($0, in: link.roots) } + [.commands(.actionCommands, in: link.roots)])
    }

    /// Publishes what is due, and says when the next thing is.
    private func publish(_ now: Instant, _ link: BusLink) -> Instant? {
        ask(now, link)
        pump(now, link)
        let due = [
            acknowledge(now, link), publishInboxes(now, link), replay(now, link), publishStatusIfDue(now, link),
            askDue(now), engine.nextDue, noteDue,
        ]
        return due.compactMap(\.self).min()
    }

    /// Makes durable what this pass has written so far; only then may it be told.
    func commit(_ now: Instant) throws {
        try guarded { try engine.commit(now) }
        outbox.committed(engine.ledger)
    }

    /// Runs work on the ledger. Where it throws, nothing more is done before a trial commit has worked.
    private func guarded(_ work: () throws -> Void) throws {
        if let failure { throw failure }
        do {
            try work()
        } catch {
            let error = BeaconBusError.wrapping(error)
            failure = error
            setup.health.setLedger(error)
            engine.ledger.rollback()
            report(error)
            throw error
        }
    }

    func report(_ error: any Error) {
        let error = BeaconBusError.wrapping(error)
        logger.error(
            "the ledger failed", .code(error.code.description), .reason("\(error.description): \(error.reason)"),
            .suggestion(error.suggestion))
    }
}

extension BeaconBusError {
    /// The error itself, or one of ours around a foreign one.
    static func wrapping(_ error: any Error) -> BeaconBusError {
        (error as? BeaconBusError)
            ?? BeaconBusError(
                .internalError, reason: "\(error)", suggestion: "Report this as a fault of the program.")
    }
}
