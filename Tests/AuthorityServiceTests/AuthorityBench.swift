import Bus
import Identity
import Schema
import ServiceKit
import Store
import Support
import Synchronization
import Testing
import Web

@testable import AuthorityService

/// An authority on a virtual bus, an operator and nodes beside it.
final class AuthorityBench {
    /// The wall clock the authority sees; set by hand, moves with the bus.
    final class Clock: Sendable {
        private let time: Mutex<WallTime>
        init(_ time: WallTime) { self.time = Mutex(time) }
        var now: WallTime {
            get { time.withLock { $0 } }
            set { time.withLock { $0 = newValue } }
        }
    }

    let bus: VirtualBus
    let clock: Clock
    let folder = TemporaryFolder()
    let authority: CertificateAuthority
    let replies: VirtualTap
    let published: VirtualTap
    var setup: AuthoritySetup
    let signer: any CertificateSigner
    private(set) var client: VirtualClient<AuthorityHandler>
    private var requests = 0

    static let site: SiteID = name("home")
    static let app: AppID = name("site")
    static let user: UserID = name("owner")
    static let roots = Roots(site: site)
    static let operatorName = "op_anna"

    static func name<Kind>(_ text: String) -> Identifier<Kind> {
        guard let name = Identifier<Kind>(text) else { preconditionFailure("\(text) is a name") }
        return name
    }

    init(
        seed: UInt64 = 1, signer: ((CertificateAuthority) -> any CertificateSigner)? = nil,
        change: (inout AuthoritySetup) -> Void = { _ in }
    ) throws {
        bus = VirtualBus(seed: seed)
        let start = bus.wallTime
        clock = Clock(start)
        authority = try CertificateAuthority.make(site: Self.site, now: start, life: .seconds(3650 * 86_400))
        var setup = AuthoritySetup(
            site: Self.site, folder: folder.path, authority: authority, gateFile: "\(folder.path)/applied.json")
        setup.quiet = .zero
        setup.ratePerNode = 10_000
        setup.ratePerSite = 10_000_000
        setup.ratePerJoin = 10_000
        setup.clock = { [clock] in clock.now }
        change(&setup)
        self.setup = setup
        replies = bus.tap("\(Self.roots.private)/replies/#")
        published = bus.tap("\(Self.roots.public)/#")
        self.signer = signer?(authority) ?? OwnSigner(authority: authority)
        client = try Self.join(bus, setup, self.signer)
        bus.advance(.milliseconds(1))
    }

    private static func join(
        _ bus: VirtualBus, _ setup: AuthoritySetup, _ signer: any CertificateSigner
    ) throws -> VirtualClient<AuthorityHandler> {
        let configuration = BusConfiguration(
            broker: BrokerAddress(host: "127.0.0.1", port: 1),
            clientID: try #require(ClientID(kind: .service, site: site, name: "authority")), roots: roots,
            session: 100, ownState: .service(AuthorityHandler.name), will: .lost(.serviceLost(AuthorityHandler.name)))
        return bus.join(configuration) { link in
            AuthorityHandler(
                setup, signer: signer, web: WebClient(), post: AnswerPost(), link: link,
                metrics: Metrics(), logger: .silent)
        }
    }

    /// kill -9, and a new process on the same folder.
    func restart() throws {
        client.kill()
        client = try Self.join(bus, setup, signer)
        bus.advance(.milliseconds(1))
    }

    /// Lets time pass on all clocks.
    ///
    /// Of a long time the machine sleeps through all but the last minutes, which changes nothing but the test's length.
    func advance(_ span: Duration) {
        clock.now = clock.now + span
        bus.advance(min(span, .seconds(180)))
    }

    var handler: AuthorityHandler { client.handler }

    /// Sends a request as a client and returns its answers as they are.
    func ask(
        _ topic: Topic, _ body: some Message, as client: String, id: RequestID? = nil, replyTo: String? = nil
    ) throws -> [JSONValue] {
        _ = replies.take()
        try send(topic, body, as: client, id: id, replyTo: replyTo)
        return try replies.take().map { try JSONValue.parse($0.payload, maximumDepth: 24) }
    }

    /// Sends a request without looking at answers.
    func send(
        _ topic: Topic, _ body: some Message, as client: String, id: RequestID? = nil, replyTo: String? = nil
    ) throws {
        requests += 1
        var head = Head()
        head.id = id ?? RequestID("test-\(requests)")
        head.replyTo = replyTo ?? "\(Self.roots.private)/replies/\(client)/\(requests)"
        bus.inject(topic.path(in: Self.roots), try MessageCoder.encode(head, body))
    }

    /// The same where exactly one answer is expected, decoded; a refusal is thrown.
    func askOnce<Answer: Message>(
        _ topic: Topic, _ body: some Message, as client: String, id: RequestID? = nil, _ answer: Answer.Type,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Answer {
        let list = try ask(topic, body, as: client, id: id)
        #expect(list.count == 1, sourceLocation: sourceLocation)
        return try MessageCoder.decodeReply(answer, try #require(list.first).bytes).body
    }

    /// An operator's command and its one answer.
    func tell<Answer: Message>(
        _ command: AuthorityCommand, _ body: some Message, _ answer: Answer.Type,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Answer {
        let requester = try #require(Requester(Self.operatorName))
        return try askOnce(
            .authorityCommand(command, requester), body, as: Self.operatorName, answer, sourceLocation: sourceLocation)
    }
}

// MARK: - The usual ways

extension AuthorityBench {
    /// The app whose tokens the tests use.
    func addApp(_ app: AppID = app, life: Duration? = nil) throws {
        _ = try tell(
            .appPut,
            AppPutCommand(
                app: app, validator: ValidatorDefinition(kind: .file), life: life.map(\.saturatedMilliseconds)),
            AppChangeReply.self)
    }

    func token(_ app: AppID = app, user: UserID? = nil, node: NodeID? = nil) throws -> String {
        let reply = try tell(
            .tokenCreate, TokenCreateCommand(app: app, user: user, node: node), TokenCreateReply.self)
        return try #require(reply.tokens.first)
    }

    /// A machine whose node is announced.
    func announced(_ name: String, app: AppID? = nil, user: UserID? = nil) throws -> CandidateNode {
        let machine = try CandidateNode(site: Self.site, node: Self.name(name))
        _ = try announce(machine, app: app, user: user)
        return machine
    }

    func announce(_ machine: CandidateNode, app: AppID? = nil, user: UserID? = nil) throws -> NodeAddReply {
        try tell(
            .nodeAdd,
            NodeAddCommand(node: machine.node, request: try machine.bootstrapRequest(), app: app, user: user),
            NodeAddReply.self)
    }

    func enrol(
        _ machine: CandidateNode, token: String, id: RequestID? = nil, as kind: ClientKind = .bootstrap,
        user: UserID = user, app: AppID = app, requests: CertificateRequests? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> CertificateReply {
        let body = try machine.enrolment(token: token, user: user, app: app, requests: requests)
        return try askOnce(
            .enrol(machine.node), body, as: "\(kind.rawValue)_\(machine.node)", id: id, CertificateReply.self,
            sourceLocation: sourceLocation)
    }

    @discardableResult
    func activate(
        _ machine: CandidateNode, _ set: CertificateSetID, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> ActivateReply {
        let id = RequestID.random()
        return try askOnce(
            .activate(machine.node), try machine.activation(set, id: id), as: "n_\(machine.node)", id: id,
            ActivateReply.self, sourceLocation: sourceLocation)
    }

    func renew(
        _ machine: CandidateNode, by old: PrivateKey, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> CertificateReply {
        let id = RequestID.random()
        return try askOnce(
            .renew(machine.node), try machine.renewal(id: id, by: old), as: "n_\(machine.node)", id: id,
            CertificateReply.self, sourceLocation: sourceLocation)
    }

    /// A node that uses its pair.
    func working(_ name: String) throws -> (machine: CandidateNode, reply: CertificateReply) {
        let machine = try announced(name)
        let reply = try enrol(machine, token: try token())
        try activate(machine, reply.set)
        return (machine, reply)
    }

    /// Expects one refusal of that code.
    func refused(
        _ code: ErrorCode, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) {
        do {
            try body()
            Issue.record("it was not refused", sourceLocation: sourceLocation)
        } catch let error as BeaconBusError {
            #expect(error.code == code, "\(error.debugDescription)", sourceLocation: sourceLocation)
        } catch {
            Issue.record("\(error)", sourceLocation: sourceLocation)
        }
    }

    func store() throws -> AuthorityStore { try AuthorityStore(folder: folder.path) }

    /// The node as the list shows it.
    func entry(_ machine: CandidateNode) throws -> NodeEntry? {
        try tell(.nodeList, NodeListCommand(), NodeListReply.self).nodes.first { $0.node == machine.node }
    }

    /// The revocation list that lies in the access folder.
    func list() throws -> RevocationList {
        try RevocationList(pem: readFile("\(folder.path)/access/crl.pem"))
    }

    func isRevoked(_ pem: String) throws -> Bool {
        try list().contains(Certificate(pem: pem))
    }
}
