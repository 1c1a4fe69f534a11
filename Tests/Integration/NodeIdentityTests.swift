import Bus
import Glibc
import Identity
import Schema
import Store
import Support
import Testing

/// A real node on a closed site with the real authority, gate and broker.
@Suite("A node on a closed bus", .enabled(if: MosquittoBroker.isInstalled), .timeLimit(.minutes(4)), .serialized)
struct NodeIdentityTests {
    private let app = AppID("site")!

    private func tell<Answer: Message>(
        _ site: UpClosedSite, _ command: AuthorityCommand, _ body: some Message & Sendable, _ answer: Answer.Type
    ) async throws -> Answer {
        try await BusSession.with(site.person) { [requester = site.requester] session in
            try await session.request(
                .authorityCommand(command, requester), body, as: answer, timeout: .seconds(10))
        }
    }

    private func log(_ site: UpClosedSite, _ name: String) -> String {
        (try? readFile("\(site.temporary.path)/\(name).log")) ?? ""
    }

    @Test(
        "H30, T11: a running node that is revoked is cut, stops with certificateRevoked, and does not come back by itself"
    )
    func revoked() async throws {
        let site = try await UpClosedSite()
        let node = NodeID("kitchen")!
        _ = try await tell(
            site, .appPut, AppPutCommand(app: app, validator: ValidatorDefinition(kind: .file)), AppChangeReply.self)
        _ = try await site.announce([node], app)
        let lifecycle = try site.startNode(node)
        let scanner = try ChildProcess(
            BuiltProgram.path("beacon-scanner"),
            ["--config", "\(site.home(node))/node.yaml", "--source", "sim", "--log-format", "json"],
            output: "\(site.temporary.path)/scanner.log")
        defer {
            lifecycle.kill()
            scanner.kill()
        }
        let runs = await eventually(within: .seconds(60)) { log(site, "kitchen").contains("the node runs") }
        #expect(runs, "\(site.text(of: [node]))\n\(log(site, "scanner"))")
        #expect(try await site.areActive([node]))
        let begin = ContinuousClock.now
        _ = try await tell(
            site, .nodeRevoke, NodeRevokeCommand(node: node), NodeChangeReply.self)
        let stops = await eventually(within: .seconds(30)) { log(site, "kitchen").contains("certificateRevoked") }
        print("revoked, noticed and stopped after \(ContinuousClock.now - begin)")
        #expect(stops, "\(site.text(of: [node]))")
        #expect(log(site, "kitchen").contains("the node had to stop"))
        #expect(lifecycle.isRunning)
        let attempts = refusals(site)
        try await Task.sleep(for: .seconds(5))
        #expect(refusals(site) <= attempts + 2, "it keeps knocking")
    }

    /// How often the broker turned a client's certificate down.
    private func refusals(_ site: UpClosedSite) -> Int {
        let text = (try? readFile("\(site.folder)/broker/mosquitto.log")) ?? log(site, "broker")
        return text.split(separator: "\n").count { $0.contains("certificate") && $0.contains("fail") }
    }

    @Test("A machine that nobody announced asks to be let in; approved, it enrols and becomes a node")
    func joins() async throws {
        let site = try await UpClosedSite()
        let node = NodeID("shed")!
        _ = try await tell(
            site, .appPut, AppPutCommand(app: app, validator: ValidatorDefinition(kind: .file)), AppChangeReply.self)
        try await putJoiningBundle(site, node)
        let token = try await tell(
            site, .tokenCreate, TokenCreateCommand(app: app), TokenCreateReply.self
        ).tokens[0]
        try writeFile("\(site.home(node))/token", token)
        let lifecycle = try site.startNode(node)
        defer { lifecycle.kill() }
        let waits = await eventually(within: .seconds(30)) { log(site, "shed").contains("approvalPending") }
        #expect(waits, "\(site.text(of: [node]))")
        let list = try await tell(site, .nodeList, NodeListCommand(limit: 10), NodeListReply.self)
        let entry = try #require(list.nodes.first { $0.node == node })
        #expect(entry.standing == .waiting)
        let fingerprint = try #require(entry.fingerprint)
        #expect(log(site, "shed").contains(fingerprint), "the operator can compare")
        _ = try await tell(
            site, .nodeApprove, NodeApproveCommand(node: node, fingerprint: fingerprint), NodeChangeReply.self)
        #expect(try await site.areActive([node], within: .seconds(60)), "\(site.text(of: [node]))")
        let set = try #require(try NodeIdentityFolder(path: site.identity(node)).current())
        #expect(set.lifecycle[0].client == ClientID("n.home.shed"))
        #expect(!log(site, "shed").contains(token))
    }

    /// What all machines share that nobody announced; the authority takes its certificate in at its next start.
    private func putJoiningBundle(_ site: UpClosedSite, _ node: NodeID) async throws {
        await site.stop()
        let folder = "\(site.folder)/authority"
        let certificate = try Certificate(pem: readFile("\(folder)/ca.crt"))
        let authority = try CertificateAuthority(
            certificate: certificate, key: try PrivateKey(pem: Array(readFile("\(folder)/ca.key").utf8)))
        let key = try PrivateKey.generate()
        let joining = try authority.issue(
            .client, to: ClientID("boot.home.join")!, publicKey: key.publicKey, serial: SystemRandom.serial(),
            notBefore: .now() - .seconds(60), notAfter: .now() + .seconds(86_400))
        try writeFile("\(folder)/issued/\(joining.serial).pem", joining.pem)
        try await site.start()
        for path in [site.home(node), site.identity(node)] { mkdir(path, 0o700) }
        let bundle = try BootstrapBundle(key: key, chain: [joining], trust: try TrustStore([certificate]))
        try NodeIdentityFolder(path: site.identity(node)).store(bundle)
        try writeFile("\(site.home(node))/node.yaml", site.configuration(node))
    }
}
