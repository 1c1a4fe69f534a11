import Access
import Bus
import Identity
import Schema
import Store
import Support
import Testing

@testable import AuthorityService

@Suite("Authority: what operators say")
struct CommandTests {
    private func access(_ bench: AuthorityBench) throws -> Set<String> {
        let text = try readFile("\(bench.folder.path)/access/access.json")
        return Set(try AccessDocument(reading: Array(text.utf8)).identities.map(\.client.description))
    }

    @Test(
        "R17: revoked, all certificates of a node are on the list and its identities gone; added again, it comes back")
    func revoke() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let (machine, first) = try bench.working("kitchen")
        #expect(try access(bench).isSuperset(of: ["n.home.kitchen", "s.home.kitchen", "boot.home.kitchen"]))
        let reply = try bench.tell(
            .nodeRevoke, NodeRevokeCommand(node: machine.node, reason: "lost"), NodeChangeReply.self)
        #expect(reply.standing == .revoked)
        #expect(reply.certificates == 3)
        #expect(reply.duration == nil, "there is no gate that could have confirmed it")
        for pem in [first.chains.lifecycle, first.chains.scanner, first.chains.bootstrap ?? ""] {
            #expect(try bench.isRevoked(pem))
        }
        #expect(try access(bench).isEmpty)
        bench.refused(.nodeUnexpected) { _ = try bench.enrol(machine, token: try bench.token()) }
        bench.refused(.nodeUnexpected) { _ = try bench.renew(machine, by: machine.lifecycleKey) }
        bench.refused(.notFound) { try bench.activate(machine, first.set) }
        _ = try bench.announce(machine)
        let again = try bench.enrol(machine, token: try bench.token())
        try bench.activate(machine, again.set)
        #expect(try access(bench).contains("n.home.kitchen"))
    }

    @Test("D9: for a node the broker has cut off the authority says that it is lost, of just that connection")
    func lost() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let (machine, _) = try bench.working("kitchen")
        try AtomicFile(path: bench.setup.gateFile).write(Array(#"{"revision":999,"crlNumber":999}"#.utf8))
        var state = try #require(NodeStatus.samples.first)
        state.online = true
        state.connection = 7
        var head = Head()
        head.session = 4711
        bench.bus.inject("beaconbus/home/nodes/kitchen/state", try MessageCoder.encode(head, state), retain: true)
        let reply = try bench.tell(.nodeRevoke, NodeRevokeCommand(node: machine.node), NodeChangeReply.self)
        #expect(reply.duration != nil)
        let stored = try #require(bench.bus.broker.retainedMessage("beaconbus/home/nodes/kitchen/lost"))
        #expect(try MessageCoder.decode(Lost.self, stored.payload).body == Lost(session: 4711, connection: 7))
        bench.advance(.seconds(11))
        _ = bench.published.take()
        bench.bus.inject("beaconbus/home/nodes/kitchen/state", try MessageCoder.encode(head, state), retain: true)
        #expect(!bench.published.topics.contains("beaconbus/home/nodes/kitchen/lost"))
    }

    @Test("R12: the list of many apps with long keys still fits into a message")
    func longList() throws {
        let bench = try AuthorityBench()
        let key = try PrivateKey.generate().publicKey.pem
        for number in 0..<64 {
            let validator = ValidatorDefinition(
                kind: .jwt, algorithm: .es256, key: key, issuer: String(repeating: "i", count: 200),
                audience: String(repeating: "a", count: 200))
            _ = try bench.tell(
                .appPut, AppPutCommand(app: AuthorityBench.name("app-\(number)"), validator: validator),
                AppChangeReply.self)
        }
        #expect(try bench.tell(.appList, AppListCommand(), AppListReply.self).apps.count == 64)
        bench.refused(.commandInvalid) { try bench.addApp(AuthorityBench.name("app-64")) }
    }

    @Test("A banned node stays out, whoever adds or approves it, until it is forgotten")
    func ban() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let (machine, _) = try bench.working("kitchen")
        let reply = try bench.tell(
            .nodeRevoke, NodeRevokeCommand(node: machine.node, ban: true), NodeChangeReply.self)
        #expect(reply.standing == .banned)
        bench.refused(.nodeBanned) { _ = try bench.enrol(machine, token: try bench.token()) }
        bench.refused(.nodeBanned) { _ = try bench.announce(machine) }
        bench.refused(.nodeBanned) {
            _ = try bench.tell(.nodeApprove, NodeApproveCommand(node: machine.node), NodeChangeReply.self)
        }
        // A further revocation without a ban does not lift it.
        _ = try bench.tell(.nodeRevoke, NodeRevokeCommand(node: machine.node), NodeChangeReply.self)
        bench.refused(.nodeBanned) { _ = try bench.announce(machine) }
        _ = try bench.tell(.nodeForget, NodeForgetCommand(node: machine.node), NodeChangeReply.self)
        _ = try bench.announce(machine)
        _ = try bench.enrol(machine, token: try bench.token())
    }

    @Test("R14, T27: a forgotten node's retained topics are cleared, and once more after what was on its way")
    func forget() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let (machine, _) = try bench.working("kitchen")
        let state = "beaconbus/home/nodes/kitchen/state"
        let lost = "beaconbus/home/nodes/kitchen/scanner/lost"
        bench.bus.inject(state, "{}", retain: true)
        bench.bus.inject("beaconbus/home/nodes/kitchen/beacons/pages/3f", "{}", retain: true)
        bench.bus.inject("beaconbus/home/nodes/cellar/state", "{}", retain: true)
        let reply = try bench.tell(.nodeForget, NodeForgetCommand(node: machine.node), NodeChangeReply.self)
        #expect(reply.certificates == 3)
        bench.bus.inject(lost, "{}", retain: true)
        bench.advance(.seconds(6))
        let left = bench.bus.broker.retained.keys.filter { $0.hasPrefix("beaconbus/home/nodes/") }
        #expect(left == ["beaconbus/home/nodes/cellar/state"])
        #expect(try bench.entry(machine) == nil)
    }

    @Test(
        "R14: a room of another fleet is forgotten, although the authority does not know it; what is no node is refused"
    )
    func forgetRoom() throws {
        let bench = try AuthorityBench()
        let study: NodeID = AuthorityBench.name("study")
        var state = NodeStatus.samples[0]
        state.node = study
        state.via = ServiceName("bridge")
        let topic = "beaconbus/home/nodes/study/state"
        bench.bus.inject(topic, try MessageCoder.encode(Head(session: 1, seq: 1), state), retain: true)
        bench.bus.inject("beaconbus/home/nodes/study/beacons/pages/3f", "{}", retain: true)
        state.via = nil
        state.node = AuthorityBench.name("porch")
        let other = "beaconbus/home/nodes/porch/state"
        bench.bus.inject(other, try MessageCoder.encode(Head(session: 1, seq: 1), state), retain: true)
        let reply = try bench.tell(.nodeForget, NodeForgetCommand(node: study), NodeChangeReply.self)
        #expect(reply.node == study && reply.certificates == 0)
        bench.advance(.seconds(1))
        #expect(bench.bus.broker.retained.keys.filter { $0.hasPrefix("beaconbus/home/nodes/") } == [other])
        for name in ["study", "porch"] {
            let command = NodeForgetCommand(node: AuthorityBench.name(name))
            let requester = try #require(Requester(AuthorityBench.operatorName))
            try bench.send(.authorityCommand(.nodeForget, requester), command, as: AuthorityBench.operatorName)
            _ = bench.replies.take()
            bench.advance(.seconds(3))
            let answers = bench.replies.take()
            #expect(
                answers.count == 1 && String(decoding: answers[0].payload, as: UTF8.self).contains("notFound"),
                "\(name)")
        }
        #expect(bench.bus.broker.retainedMessage(other) != nil)
        #expect(bench.client.link.subscriptions.allSatisfy { !$0.filter.hasSuffix("/state") })
    }

    @Test("A machine nobody announced waits; approved by its fingerprint it gets its own bundle, and enrols with it")
    func join() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let machine = try CandidateNode(site: AuthorityBench.site, node: AuthorityBench.name("shed"))
        let body = JoinRequest(node: machine.node, request: try machine.bootstrapRequest())
        let id = try #require(RequestID("join-1"))
        func ask() throws -> JoinReply {
            try bench.askOnce(.join(machine.node), body, as: "boot_join", id: id, JoinReply.self)
        }
        bench.refused(.approvalPending) { _ = try ask() }
        let waiting = try #require(try bench.entry(machine))
        #expect(waiting.standing == .waiting)
        #expect(waiting.fingerprint == machine.bootstrapKey.publicKey.fingerprint)
        let other = try CandidateNode(site: AuthorityBench.site, node: machine.node)
        bench.refused(.nodeBound) {
            _ = try bench.askOnce(
                .join(machine.node), JoinRequest(node: machine.node, request: try other.bootstrapRequest()),
                as: "boot_join", JoinReply.self)
        }
        let approved = try bench.tell(
            .nodeApprove, NodeApproveCommand(node: machine.node, fingerprint: waiting.fingerprint),
            NodeChangeReply.self)
        #expect(approved.standing == .expected)
        let reply = try ask()
        let certificate = try Certificate(pem: reply.chain)
        #expect(certificate.client == machine.bootstrapClient)
        #expect(certificate.publicKey == machine.bootstrapKey.publicKey)
        try bench.restart()
        #expect(try ask() == reply)
        let pair = try bench.enrol(machine, token: try bench.token())
        try bench.activate(machine, pair.set)
        #expect(try bench.entry(machine)?.standing == .active)
    }

    @Test("R12: no more than 64 machines wait, and none longer than a day")
    func waitingList() throws {
        let bench = try AuthorityBench()
        func ask(_ name: String) throws {
            let node: NodeID = AuthorityBench.name(name)
            let client = ClientID(kind: .bootstrap, site: AuthorityBench.site, node)
            let key = try PrivateKey.generate()
            _ = try bench.askOnce(
                .join(node), JoinRequest(node: node, request: try SigningRequest.make(for: client, key: key).pem),
                as: "boot_join", JoinReply.self)
        }
        for number in 0..<64 { bench.refused(.approvalPending) { try ask("shed-\(number)") } }
        bench.refused(.busy) { try ask("shed-64") }
        bench.advance(.seconds(86_400 + 120))
        bench.refused(.approvalPending) { try ask("shed-64") }
        #expect(try bench.store().nodeCount() == 1)
        bench.refused(.identifierInvalid) { try ask("join") }
    }

    @Test("An announced node that does not come within its time is nobody any more")
    func neverCame() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let machine = try bench.announced("kitchen")
        bench.advance(.seconds(86_400 + 120))
        #expect(try bench.entry(machine) == nil)
        bench.refused(.nodeUnexpected) { _ = try bench.enrol(machine, token: try bench.token()) }
        // Asked with a bootstrap certificate that is good, it waits from then on.
        #expect(try bench.entry(machine)?.standing == .waiting)
    }

    @Test("A node announced for an app and a user comes with those only")
    func announcedFor() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        try bench.addApp(AuthorityBench.name("garden"))
        let garden: AppID = AuthorityBench.name("garden")
        let machine = try bench.announced("kitchen", app: AuthorityBench.app, user: AuthorityBench.user)
        bench.refused(.nodeBound) { _ = try bench.enrol(machine, token: try bench.token(garden), app: garden) }
        bench.refused(.nodeBound) {
            _ = try bench.enrol(machine, token: try bench.token(), user: AuthorityBench.name("guest"))
        }
        _ = try bench.enrol(machine, token: try bench.token())
        bench.refused(.appUnknown) {
            _ = try bench.announced("cellar", app: AuthorityBench.name("nothing"))
        }
    }

    @Test("A disabled app lets nobody in, and no secret of an app is shown twice")
    func apps() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let (machine, _) = try bench.working("kitchen")
        let disabled = try bench.tell(
            .appPut, AppPutCommand(app: AuthorityBench.app, enabled: false), AppChangeReply.self)
        #expect(!disabled.entry.enabled)
        #expect(disabled.entry.nodes == 1)
        bench.refused(.appUnknown) { _ = try bench.renew(machine, by: machine.lifecycleKey) }
        let web: AppID = AuthorityBench.name("web")
        let validator = ValidatorDefinition(kind: .http, url: "https://127.0.0.1:1/validate", addresses: ["127.0.0.1"])
        let made = try bench.tell(.appPut, AppPutCommand(app: web, validator: validator), AppChangeReply.self)
        let secret = try #require(made.secret)
        #expect(Base64.decode(secret)?.count == 32)
        let changed = try bench.tell(.appPut, AppPutCommand(app: web, enabled: true), AppChangeReply.self)
        #expect(changed.secret == nil)
        let rotated = try bench.tell(.appSecret, AppSecretCommand(app: web), AppChangeReply.self)
        #expect(rotated.secret != nil && rotated.secret != secret)
        let list = try bench.ask(
            .authorityCommand(.appList, #require(Requester("op_anna"))), AppListCommand(), as: "op_anna")
        let text = list.map(\.description).joined()
        for shown in [secret, rotated.secret ?? "?"] { #expect(!text.contains(shown)) }
        let record = try #require(try bench.store().app(web))
        #expect(record.secrets(bench.clock.now).count == 2)
        #expect(record.secrets(bench.clock.now + .seconds(601)).count == 1)
        bench.refused(.commandInvalid) {
            _ = try bench.tell(.appSecret, AppSecretCommand(app: AuthorityBench.app), AppChangeReply.self)
        }
        bench.refused(.commandInvalid) {
            _ = try bench.tell(.appPut, AppPutCommand(app: AuthorityBench.name("new")), AppChangeReply.self)
        }
    }

    @Test("A test of an app says what its validator says, issues nothing, and uses a one-time token up")
    func appTest() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let token = try bench.token()
        func test(_ token: String) throws -> AppTestReply {
            try bench.tell(
                .appTest,
                AppTestCommand(
                    app: AuthorityBench.app, user: AuthorityBench.user, node: AuthorityBench.name("kitchen"),
                    token: token), AppTestReply.self)
        }
        #expect(try test("nothing").code == .tokenInvalid)
        #expect(try test(token).valid)
        #expect(try test(token).code == .tokenUsed)
        #expect(try bench.store().nodeCount() == 0)
    }

    @Test("Observers and operators get certificates, are listed, and can be revoked")
    func clients() throws {
        let bench = try AuthorityBench()
        let client = try #require(ClientID("obs.home.phone"))
        let key = try PrivateKey.generate()
        let pem = try SigningRequest.make(for: client, key: key).pem
        let reply = try bench.tell(
            .issue, IssueCommand(client: client, request: pem, validates: [AuthorityBench.app]), IssueReply.self)
        #expect(try Certificate(pem: reply.chain).client == client)
        #expect(try access(bench) == ["obs.home.phone"])
        let document = try AccessDocument(reading: Array(readFile("\(bench.folder.path)/access/access.json").utf8))
        #expect(document.identities.first?.validates == nil, "no app's validator names it")
        for text in ["n.home.kitchen", "boot.home.kitchen", "obs.other.phone"] {
            bench.refused(.commandInvalid) {
                _ = try bench.tell(
                    .issue, IssueCommand(client: try #require(ClientID(text)), request: pem), IssueReply.self)
            }
        }
        bench.refused(.csrInvalid) {
            _ = try bench.tell(
                .issue, IssueCommand(client: try #require(ClientID("op.home.anna")), request: pem), IssueReply.self)
        }
        let list = try bench.tell(.certificateList, CertificateListCommand(client: client), CertificateListReply.self)
        #expect(list.certificates.map(\.status) == [.active])
        let revoked = try bench.tell(.revoke, RevokeCommand(client: client), RevokeReply.self)
        #expect(revoked.certificates == 1)
        #expect(try bench.isRevoked(reply.chain))
        #expect(try access(bench).isEmpty)
        bench.refused(.notFound) { _ = try bench.tell(.revoke, RevokeCommand(client: client), RevokeReply.self) }
    }

    @Test("Lists come by pages, each entry once")
    func pages() throws {
        let bench = try AuthorityBench()
        for number in 0..<7 { _ = try bench.announced("node-\(number)") }
        var nodes: [NodeID] = []
        var after: NodeID?
        repeat {
            let page = try bench.tell(.nodeList, NodeListCommand(after: after, limit: 3), NodeListReply.self)
            #expect(page.total == 7)
            nodes += page.nodes.map(\.node)
            after = page.next
        } while after != nil
        #expect(nodes == (0..<7).map { AuthorityBench.name("node-\($0)") })
        var serials: [String] = []
        var before: String?
        repeat {
            let page = try bench.tell(
                .certificateList, CertificateListCommand(before: before, limit: 2), CertificateListReply.self)
            serials += page.certificates.map(\.serial)
            before = page.next
        } while before != nil
        #expect(serials.count == 7 && Set(serials).count == 7)
    }
}
