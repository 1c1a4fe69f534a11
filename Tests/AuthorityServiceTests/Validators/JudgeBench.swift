import Bus
import Identity
import Schema
import Store
import Support
import Synchronization
import Web

@testable import AuthorityService

/// A token judge with a database in memory's place, a virtual bus, and a client for real web servers.
final class JudgeBench {
    final class Handler: BusHandler {
        let judge: TokenJudge
        let results: Results

        init(_ judge: TokenJudge, _ results: Results) {
            self.judge = judge
            self.results = results
        }

        func received(_ messages: [IncomingMessage], _ link: BusLink) throws {}

        func replied(
            _ request: RequestID, _ reply: Result<IncomingMessage, BeaconBusError>, _ link: BusLink
        ) throws {
            if let answer = judge.replied(request, reply) { results.add(answer.ticket, answer.result) }
        }
    }

    /// What came later, by ticket.
    final class Results: Sendable {
        private let list = Mutex<[UInt64: [Result<TokenUse, BeaconBusError>]]>([:])

        func add(_ ticket: UInt64, _ result: Result<TokenUse, BeaconBusError>) {
            list.withLock { $0[ticket, default: []].append(result) }
        }

        func of(_ ticket: UInt64) -> [Result<TokenUse, BeaconBusError>] { list.withLock { $0[ticket] ?? [] } }
    }

    static let app = AppID("visits")!
    static let user = UserID("owner")!
    static let kitchen = NodeID("kitchen")!
    static let secret = SecretBytes([UInt8](repeating: 7, count: 32))

    let folder = TemporaryFolder()
    let database: Database
    let bus = VirtualBus()
    let web: WebClient
    let client: VirtualClient<Handler>
    let results = Results()
    private var last: UInt64 = 0

    /// - Parameter limits: of the web client.
    init(authorityFile: String? = nil, limits: WebLimits = WebLimits()) throws {
        database = try Database(path: folder.path + "/authority.db", migrations: TokenTables.migrations)
        web = WebClient(limits: limits)
        let roots = try Roots(site: SiteID("home")!, publicPrefix: "beaconbus", privatePrefix: "beaconbus-private")
        let configuration = BusConfiguration(
            broker: BrokerAddress(host: "127.0.0.1", port: 1883), clientID: ClientID("svc.home.authority")!,
            roots: roots, session: 1)
        let (results, database, web) = (results, database, web)
        client = bus.join(configuration) { _ in
            Handler(
                TokenJudge(database: database, web: web, authorityFile: authorityFile) { results.add($0, $1) }, results)
        }
        bus.settle()
    }

    deinit { web.stop() }

    var now: WallTime { bus.wallTime }

    /// A question of the kitchen's.
    static func question(
        _ token: String?, node: NodeID = kitchen, user: UserID = user, app: AppID = app,
        purpose: ValidationPurpose = .enrol
    ) -> ValidateRequest {
        ValidateRequest(
            app: app, user: user, node: node, purpose: purpose, token: token, request: RequestID("r-1"),
            requestsHash: String(repeating: "0a", count: 32))
    }

    /// Judges, and waits for the result on the virtual bus or the real web.
    func judge(
        _ definition: ValidatorDefinition, _ question: ValidateRequest,
        secrets: [SecretBytes] = [JudgeBench.secret], advance: Duration = .zero
    ) async -> Result<TokenUse, BeaconBusError> {
        let ticket = start(definition, question, secrets: secrets)
        if advance > .zero { bus.advance(advance) }
        await eventually { !results.of(ticket).isEmpty }
        return results.of(ticket).first ?? .failure(.validatorUnreachable(question.app, "the test has no result"))
    }

    /// The same without waiting; a result that is there at once is kept like one that comes later.
    func start(
        _ definition: ValidatorDefinition, _ question: ValidateRequest, secrets: [SecretBytes] = [JudgeBench.secret]
    ) -> UInt64 {
        last += 1
        let ticket = last
        let app = JudgedApp(app: question.app, definition: definition, secrets: secrets)
        let time = now
        client.perform { handler, link in
            if case .settled(let result) = handler.judge.judge(question, app: app, ticket: ticket, at: time, link) {
                results.add(ticket, result)
            }
        }
        return ticket
    }

    /// Spends as the issuing transaction does.
    func spend(_ use: TokenUse, node: NodeID = kitchen, request: String = "r-1", app: AppID = app) throws {
        try database.transaction {
            try use.spend(in: database, app: app, node: node, request: RequestID(request)!, at: now)
        }
    }
}

extension Result where Failure == BeaconBusError {
    /// The error's code, nil for a success.
    var code: ErrorCode? {
        if case .failure(let error) = self { error.code } else { nil }
    }

    /// The whole error.
    var error: BeaconBusError? {
        if case .failure(let error) = self { error } else { nil }
    }
}
