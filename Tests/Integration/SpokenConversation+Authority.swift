import Bus
import Identity
import Schema
import Support
import Testing

/// What operators, observers and nodes have to say to the certificate authority, and it to them.
extension SpokenConversation {
    private static let user = UserID("owner")!
    private static let cellar = NodeID("cellar")!
    private static let kitchen = NodeID("kitchen")!
    private static let shed = NodeID("shed")!

    func certificates() async throws {
        let process = try authority.start(port)
        defer { process.kill() }
        await hear("the authority at work", .service(ServiceName("authority")!))
        let proxy = try LoopbackProxy(to: port)
        defer { proxy.close() }
        let observer = BusClient(SpokenObserver.configuration(proxy.port)) { _ in SpokenObserver() }
        let observing = Task { try await observer.run() }
        defer { observer.stop() }
        await hear("the observer", .observer(SpokenObserver.name))
        try await apps()
        try await candidate()
        try await joining()
        try await clients()
        try await node()
        try await mistakes()
        proxy.reset()
        await hear("the observer's will", .observerLost(SpokenObserver.name))
        observer.stop()
        _ = try? await observing.value
        #expect(ChildProcess.exitCode(await process.terminate()) == 0)
    }

    // MARK: Commands

    private func apps() async throws {
        let (file, web, signed) = (AppID("site")!, AppID("web")!, AppID("signed")!)
        let definitions = [
            SpokenObserver.app: ValidatorDefinition(kind: .mqtt, client: SpokenObserver.client),
            file: ValidatorDefinition(kind: .file),
            web: ValidatorDefinition(kind: .http, url: "http://127.0.0.1:9/validate", addresses: ["127.0.0.0/8"]),
            signed: ValidatorDefinition(
                kind: .jwt, algorithm: .hs256, key: Base64.encode(SystemRandom.bytes(32)),
                issuer: "https://visits.example", audience: "beaconbus"),
        ]
        for (app, validator) in definitions {
            let reply = try await tell(
                .appPut, AppPutCommand(app: app, validator: validator, life: 86_400_000), AppChangeReply.self)
            #expect((reply.secret != nil) == (app == web))
        }
        _ = try await tell(.appSecret, AppSecretCommand(app: web), AppChangeReply.self)
        let tokens = try await tell(
            .tokenCreate, TokenCreateCommand(app: file, user: Self.user, node: Self.cellar, count: 2),
            TokenCreateReply.self)
        #expect(tokens.tokens.count == 2)
        #expect(try await tell(.appList, AppListCommand(), AppListReply.self).apps.count == definitions.count)
        for (token, code) in [(SpokenObserver.token("a-test"), nil), ("of-nobody", ErrorCode.tokenInvalid)] {
            let reply = try await tell(
                .appTest, AppTestCommand(app: SpokenObserver.app, user: Self.user, node: Self.cellar, token: token),
                AppTestReply.self)
            #expect(reply.valid == (code == nil) && reply.code == code)
        }
    }

    /// A node enrols, renews, and is taken back.
    private func candidate() async throws {
        let node = Self.cellar
        var machine = try CandidateNode(site: BusFixture.site, node: node)
        let bootstrap = machine.bootstrapClient.requester
        let lifecycle = machine.lifecycleClient.requester
        _ = try await tell(
            .nodeAdd,
            NodeAddCommand(
                node: node, request: try machine.bootstrapRequest(), app: SpokenObserver.app, user: Self.user),
            NodeAddReply.self)
        let (enrol, renew, activate) = (Topic.enrol(node), Topic.renew(node), Topic.activate(node))
        try await refused(enrol, ["node": "cellar", "token": 5], .messageInvalid, by: bootstrap)
        let bad = try machine.enrolment(token: "of-nobody", user: Self.user, app: SpokenObserver.app)
        try await refused(enrol, JSONValue(encoding: bad), .tokenInvalid, by: bootstrap)
        let good = try machine.enrolment(
            token: SpokenObserver.token("cellar"), user: Self.user, app: SpokenObserver.app)
        let first = try await answer(enrol, good, by: bootstrap, CertificateReply.self)
        try await refused(activate, ["node": "cellar", "set": "?"], .messageInvalid, by: lifecycle)
        try await self.activate(machine, first.set)

        let old = machine.lifecycleKey
        try machine.makeNewKeys()
        try await refused(renew, ["node": "cellar"], .messageInvalid, by: lifecycle)
        let id = RequestID.random()
        let second = try await answer(
            renew, machine.renewal(id: id, by: old), by: lifecycle, id: id, CertificateReply.self)
        #expect(second.chains.bootstrap != nil)
        try await self.activate(machine, second.set)

        let nodes = try await tell(.nodeList, NodeListCommand(limit: 100), NodeListReply.self)
        #expect(nodes.nodes.first { $0.node == node }?.standing == .active)
        let certificates = try await tell(
            .certificateList, CertificateListCommand(limit: 100), CertificateListReply.self)
        #expect(certificates.certificates.contains { $0.client == machine.lifecycleClient && $0.status == .active })
        let revoked = try await tell(
            .nodeRevoke, NodeRevokeCommand(node: node, ban: true, reason: "stolen"), NodeChangeReply.self)
        #expect(revoked.standing == .banned)
        _ = try await tell(.nodeForget, NodeForgetCommand(node: node), NodeChangeReply.self)
    }

    private func activate(_ machine: CandidateNode, _ set: CertificateSetID) async throws {
        let id = RequestID.random()
        let reply = try await answer(
            .activate(machine.node), machine.activation(set, id: id), by: machine.lifecycleClient.requester, id: id,
            ActivateReply.self)
        #expect(reply.set == set)
    }

    /// A machine that nobody has announced waits, and is approved.
    private func joining() async throws {
        let machine = try CandidateNode(site: BusFixture.site, node: Self.shed)
        let request = JoinRequest(node: machine.node, request: try machine.bootstrapRequest())
        try await refused(.join(machine.node), ["node": "shed"], .messageInvalid, by: .joining)
        try await refused(.join(machine.node), JSONValue(encoding: request), .approvalPending, by: .joining)
        let waiting = try await tell(.nodeList, NodeListCommand(standing: .waiting), NodeListReply.self)
        #expect(waiting.nodes.map(\.node) == [machine.node])
        _ = try await tell(
            .nodeApprove,
            NodeApproveCommand(node: machine.node, fingerprint: machine.bootstrapKey.publicKey.fingerprint),
            NodeChangeReply.self)
        _ = try await answer(.join(machine.node), request, by: .joining, JoinReply.self)
    }

    private func clients() async throws {
        let client = ClientID("obs.home.phone")!
        let request = try SigningRequest.make(for: client, key: PrivateKey.generate()).pem
        _ = try await tell(
            .issue, IssueCommand(client: client, request: request, validates: [SpokenObserver.app]), IssueReply.self)
        let revoked = try await tell(.revoke, RevokeCommand(client: client, reason: "left"), RevokeReply.self)
        #expect(revoked.certificates == 1)
    }

    /// A real node asks the observer for a token, and comes to work with what it gets for it.
    private func node() async throws {
        let machine = try CandidateNode(site: BusFixture.site, node: Self.kitchen)
        let added = try await tell(
            .nodeAdd, NodeAddCommand(node: machine.node, request: try machine.bootstrapRequest()), NodeAddReply.self)
        let key = String(decoding: machine.bootstrapKey.pem().bytes, as: UTF8.self)
        let lifecycle = try authority.startNode(
            machine.node, app: SpokenObserver.app, bundle: key + added.chain + added.authority)
        defer { lifecycle.kill() }
        await hear("the node's question for a token", .tokens(SpokenObserver.name, machine.node))
        await hear("the node with its certificates", .activate(machine.node))
        let isActive = try await eventually(within: .seconds(30)) {
            try await tell(.nodeList, NodeListCommand(standing: .active), NodeListReply.self).nodes.contains {
                $0.node == machine.node
            }
        }
        #expect(isActive, "\(authority.text(of: machine.node))")
    }

    // MARK: Mistakes

    /// Each command malformed, or outdated where it says all by its topic; and one retained.
    private func mistakes() async throws {
        for command in AuthorityCommand.allCases {
            let (body, code) = Self.mistake(command)
            try await refused(.authorityCommand(command, me), body, code)
        }
        let topic = Topic.authorityCommand(.nodeList, me)
        try await refused(topic, [:], .commandRetained, retain: true)
        try await session.publish(rawTopic: topic.path(in: roots), [], Delivery(retain: true))
    }

    private static func mistake(_ command: AuthorityCommand) -> (JSONValue, ErrorCode) {
        switch command {
        case .nodeAdd: (["node": "cellar"], .messageInvalid)
        case .nodeApprove: (["node": "cellar", "fingerprint": 7], .messageInvalid)
        case .nodeRevoke: (["node": "cellar", "ban": "yes"], .messageInvalid)
        case .nodeForget: (["node": "Cellar!"], .messageInvalid)
        case .nodeList: (["limit": 0], .messageInvalid)
        case .appPut: (["app": "visits", "validator": ["kind": "oracle"]], .messageInvalid)
        case .appList: (["ttl": 0], .commandExpired)
        case .appSecret: ([:], .messageInvalid)
        case .appTest: (["app": "visits", "user": "owner"], .messageInvalid)
        case .tokenCreate: (["app": "site", "count": 101], .messageInvalid)
        case .issue: (["client": "obs.home.phone", "request": "", "validates": "visits"], .messageInvalid)
        case .revoke: (["client": "phone"], .messageInvalid)
        case .certificateList: (["limit": "all"], .messageInvalid)
        }
    }

    // MARK: Asking

    private func tell<Answer: Message>(
        _ command: AuthorityCommand, _ body: some Message, _ type: Answer.Type
    ) async throws -> Answer {
        try await answer(.authorityCommand(command, me), body, by: me, type)
    }

    /// Asks in the name of any client; a refusal is thrown.
    private func answer<Answer: Message>(
        _ topic: Topic, _ body: some Message, by client: Requester, id: RequestID = .random(), _ type: Answer.Type
    ) async throws -> Answer {
        var head = Head()
        head.id = id
        head.replyTo = Topic.reply(client, ReplyPath(id)).path(in: roots)
        try await session.publish(rawTopic: topic.path(in: roots), try MessageCoder.encode(head, body))
        let isAnswer = { (message: IncomingMessage) in message.topicName == head.replyTo }
        await hear("the answer to \(topic.path(in: roots))", isAnswer)
        let message = try #require(heard.first(isAnswer))
        return try MessageCoder.decodeReply(type, message.payload).body
    }
}
