import Access
import Bus
import Identity
import Schema
import ServiceKit
import Store
import Web

/// The authority as the bus sees it. Confined to the bus thread.
///
/// Everything a pass decides is one transaction; only when that is durable do answers leave, and when it fails every
/// one of them becomes a refusal that names the reason. So nothing is ever acknowledged that a crash could undo.
final class AuthorityHandler: BusHandler {
    /// What follows when the pass's transaction is durable, or why it is not.
    private struct Consequence {
        let done: () -> Void
        let undone: (BeaconBusError) -> Void
    }

    static let name: ServiceName = {
        guard let name = ServiceName("authority") else { preconditionFailure("authority is a service name") }
        return name
    }()

    /// How long a failed store is left alone.
    static let storePatience = Duration.seconds(2)
    /// Requests whose validator or signer has not answered yet.
    static let maximumOpen = 512
    /// Of one node.
    static let maximumOpenOfNode = 2
    /// Of one app, so that a slow validator does not take the places of all.
    static let maximumOpenOfApp = 160

    let setup: AuthoritySetup
    let counters: AuthorityCounters
    let logger: Logger
    let access: StoreAccess<AuthorityStore>
    let conditions: AuthorityConditions
    let audit: AuditLog
    let refusals: RefusalLog
    let folder: AccessFolder
    let signer: any CertificateSigner
    let web: WebClient
    let post: AnswerPost
    var quiet: QuietStart
    var limiter: RateLimiter
    var gate: GateWatch
    var open: [OpenRequest.Key: OpenRequest] = [:]
    var judging: [UInt64: (Result<TokenUse, BeaconBusError>, BusLink) -> Void] = [:]
    var signing: [UInt64: (Result<[Certificate], BeaconBusError>, BusLink) -> Void] = [:]
    var schedule: Schedule
    /// By the wall clock; nil while there is no connection.
    var connectedSince: WallTime?
    var publication = Publication()
    /// Retained topics that are cleared a second time, when what was on its way has arrived.
    var clearing: [(node: NodeID, due: Instant)] = []
    /// Nodes that were cut off and whose last state is awaited: until when, and under which names.
    var losses: [NodeID: (due: Instant, kinds: Set<ClientKind>)] = [:]
    /// Wishes to forget nodes that are not known here, but may be rooms of other fleets.
    var roomWishes: [RoomWish] = []
    var status = PublishedStatus()
    private var judge: TokenJudge?
    private var consequences: [Consequence] = []
    private var lastTicket: UInt64 = 0
    var generator = SystemRandomNumberGenerator()

    init(
        _ setup: AuthoritySetup, signer: any CertificateSigner, web: WebClient, post: AnswerPost, link: BusLink,
        metrics: Metrics, logger: Logger, conditions: AuthorityConditions = AuthorityConditions()
    ) {
        self.setup = setup
        self.signer = signer
        self.web = web
        self.post = post
        self.logger = logger
        self.conditions = conditions
        counters = AuthorityCounters(metrics)
        access = StoreAccess(folder: setup.folder, patience: Self.storePatience, now: link.now)
        audit = AuditLog(folder: setup.folder, maximumBytes: setup.auditBytes, files: setup.auditFiles)
        refusals = RefusalLog(folder: setup.folder, maximumBytes: setup.auditBytes)
        folder = AccessFolder(path: "\(setup.folder)/access")
        quiet = QuietStart(length: setup.quiet)
        limiter = RateLimiter(
            perNode: setup.ratePerNode, perSite: setup.ratePerSite, perJoin: setup.ratePerJoin, now: link.now)
        gate = GateWatch(patience: setup.gateWait)
        schedule = Schedule(listLife: setup.listLife)
        if let failure = access.failure { report(failure) }
        noteStore()
    }

    var now: WallTime { setup.clock() }

    func connected(_ link: BusLink) {
        conditions.setBus(.good)
        quiet.connected(link.now)
        connectedSince = now
        if quiet.isOver { publishStatus(link) }
    }

    func disconnected(_ failure: BusFailure, _ link: BusLink) {
        connectedSince = nil
        conditions.setBus(.degraded("\(failure.error.code): \(failure.error.reason)"))
        if case .yield(let error) = quiet.disconnected(failure, link.clientID) { link.finish(error) }
    }

    func received(_ messages: [IncomingMessage], _ link: BusLink) throws {
        for message in messages {
            switch message.topic {
            case .enrol(let node): enrol(message, node, link)
            case .renew(let node): renew(message, node, link)
            case .activate(let node): activate(message, node, link)
            case .join(let node): join(message, node, link)
            case .authorityCommand(let command, let requester): carryOut(command, requester, message, link)
            case .nodeState(let node), .scanner(let node): takeState(message, of: node, link)
            default:
                counters.refused.add()
                logger.warning("no such request", .topic(message.topicName))
            }
        }
    }

    func replied(_ request: RequestID, _ reply: Result<IncomingMessage, BeaconBusError>, _ link: BusLink) throws {
        guard let (ticket, result) = judge?.replied(request, reply) else { return }
        judging.removeValue(forKey: ticket)?(result, link)
    }

    func passEnded(_ link: BusLink) throws {
        flush(link)
    }

    /// An answer from another thread.
    func take(_ answer: AnswerPost.Answer, _ link: BusLink) {
        switch answer {
        case .judged(let ticket, let result): judging.removeValue(forKey: ticket)?(result, link)
        case .signed(let ticket, let result): signing.removeValue(forKey: ticket)?(result, link)
        }
        flush(link)
    }

    func adopt(session: UInt64) throws {
        try setup.adoptSession(session)
    }

    func deadline(_ now: Instant, _ link: BusLink) -> Instant? {
        if access.retryOutsideTransaction(now) { logger.info("the authority's database can be used again") }
        // The folder is held by this process alone: what concerns only it needs no connection and no quiet time.
        if schedule.isDue(now) { care(link) }
        refusals.end(now)
        if quiet.begins(now) { begin(link) }
        guard quiet.isOver else {
            flush(link)
            return [quiet.end, access.retryAt, schedule.due, publication.due].compactMap(\.self).min()
        }
        clearAgain(now, link)
        endLosses(now, link)
        endRoomWishes(now, link)
        if !gate.isEmpty {
            for done in gate.take(AppliedReport.read(setup.gateFile), now) { done() }
        }
        flush(link)
        publishStatusIfDue(now, link)
        return [
            access.retryAt, schedule.due, gate.due(now), publication.due, clearing.map(\.due).min(),
            losses.values.map(\.due).min(), roomWishes.map(\.due).min(), refusals.due, statusDue,
        ].compactMap(\.self).min()
    }

    func stopping(_ link: BusLink) {
        flush(link)
        refusals.close()
        guard quiet.isOver else { return }
        publishStatus(link, isOnline: false)
    }

    /// The quiet time is over: nobody else is there.
    private func begin(_ link: BusLink) {
        // Subscribed first: whoever reads that the service is ready may ask at once.
        link.subscribe(
            [TopicFilter.enrol, .renew, .activate, .join, .authorityCommands].map { .commands($0, in: link.roots) })
        publishStatus(link)
    }
}

// MARK: - Transactions

extension AuthorityHandler {
    /// Called when the pass's transaction is durable, or with the reason why it is not. Exactly one of both.
    func afterCommit(_ done: @escaping () -> Void, else undone: @escaping (BeaconBusError) -> Void) {
        consequences.append(Consequence(done: done, undone: undone))
    }

    /// Makes the pass durable, lets its answers go, and writes what the gate reads.
    func flush(_ link: BusLink) {
        // Answers may lead to new work, as a signature after its stored acceptance does.
        for _ in 0..<8 where access.hasTransaction || !consequences.isEmpty {
            let batch = consequences
            consequences = []
            do throws(BeaconBusError) {
                try access.commit(link.now, now)
                for consequence in batch { consequence.done() }
            } catch {
                report(error)
                for consequence in batch { consequence.undone(error) }
            }
            noteStore()
        }
        publishAccess(link)
    }

    /// Changes something as a part of the pass's transaction.
    ///
    /// When the whole transaction is lost by it, all earlier answers of the pass become refusals.
    func unit<Value>(
        _ link: BusLink, _ body: (AuthorityStore) throws -> Value
    ) throws(BeaconBusError) -> Value {
        let hadTransaction = access.hasTransaction
        do throws(BeaconBusError) {
            return try access.unit(link.now, body)
        } catch {
            if error.code.isOfStore { report(error) }
            if hadTransaction, !access.hasTransaction {
                let batch = consequences
                consequences = []
                for consequence in batch { consequence.undone(error) }
            }
            noteStore()
            throw error
        }
    }

    /// The judge of the open database; throws while there is none.
    func tokenJudge(_ link: BusLink) throws(BeaconBusError) -> TokenJudge {
        try access.read(link.now) { store in
            if let judge {
                judge.database = store.database
                return judge
            }
            let post = post
            let made = TokenJudge(
                database: store.database, web: web, authorityFile: setup.validatorsAuthorityFile
            ) { ticket, result in post.deliver(.judged(ticket, result)) }
            judge = made
            return made
        }
    }

    func nextTicket() -> UInt64 {
        lastTicket += 1
        return lastTicket
    }

    private func noteStore() {
        conditions.setStore(access.failure.map { .degraded("\($0.code): \($0.reason)") } ?? .good)
    }

    func report(_ error: BeaconBusError) {
        logger.error(
            "the authority's database failed", .code(error.code.description), .reason(error.reason),
            .suggestion(error.suggestion))
    }
}
