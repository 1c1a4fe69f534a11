import Bus
import Glibc
import Identity
import Schema
import Support
import Synchronization

/// A site made by `beaconctl site init`, with the real broker, gate and authority, for tests that bring their own nodes.
final class UpClosedSite: Sendable {
    let temporary = TemporaryFolder()
    let folder: String
    let ports: [UInt16]
    private let processes = Mutex<[ChildProcess]>([])
    private let debug: Bool
    private let awaited: Set<String>

    static let site = SiteID("home")!
    let requester = Requester(kind: .operator, OperatorID("test")!)
    let roots = Roots(site: UpClosedSite.site)

    /// - Parameters:
    ///   - debug: whether everybody says all there is to say.
    ///   - authority: more keys of the section, indented by two.
    ///   - awaited: the services that must be ready before it counts as started.
    ///   - observers: who gets a certificate to answer token questions.
    init(
        debug: Bool = false, authority: String = "", awaited: Set<String> = ["authority", "gate"],
        observers: [String] = ["desk"]
    ) async throws {
        // The broker's own user passes through.
        chmod(temporary.path, 0o711)
        folder = "\(temporary.path)/site"
        self.debug = debug
        self.awaited = awaited
        var ports: [UInt16] = []
        while Set(ports).count < 3 { ports.append(LoopbackPort.free()) }
        ports = Array(Set(ports).prefix(3))
        self.ports = ports
        try await runTool(
            BuiltProgram.path("beaconctl"),
            [
                "site", "init", "--data-dir", folder, "--port", ports.map { "\($0)" }.joined(separator: ","),
                "--listen",
                "127.0.0.1", "--operator", "test", "--broker-profile",
                "\(UpTests.root)/deploy/mosquitto/closed.conf.in", "--service-user", "root",
            ] + observers.flatMap { ["--observer", $0] }, in: temporary.path)
        try writeFile(
            "\(folder)/beaconbus.yaml",
            readFile("\(folder)/beaconbus.yaml") + "authority:\n  takeoverWait: 0\n  rate:\n    site: 6000\n"
                + authority)
        chmod("\(folder)/beaconbus.yaml", 0o644)
        try await start()
    }

    /// Starts broker, gate and authority, and waits until they are at work.
    func start() async throws {
        let broker = Self.asBroker(["/usr/sbin/mosquitto", "-c", "\(folder)/broker/mosquitto.conf"])
        try start(broker, "broker")
        let answers = await eventually { ports.allSatisfy { LoopbackPort.answers($0) } }
        guard answers else {
            throw ChildProcess.Failure(
                description: "the broker does not start: \((try? readFile("\(temporary.path)/broker.log")) ?? "")")
        }
        let level = debug ? ["--log-level", "debug"] : []
        for service in ["authority", "gate"] {
            let words = words(service) + level
            try start(service == "gate" ? Self.asBroker(words) : words, service)
        }
        try await waitForServices()
    }

    private func words(_ service: String) -> [String] {
        [BuiltProgram.path("beacon-\(service)"), "--config", "\(folder)/beaconbus.yaml", "--log-format", "json"]
    }

    /// Ends the gate alone.
    func stopGate() async {
        let gate = processes.withLock { $0.popLast() }
        await gate?.terminate()
    }

    /// Starts it again.
    func startGate() throws {
        try start(Self.asBroker(words("gate")), "gate-again")
    }

    private func start(_ words: [String], _ name: String) throws {
        let process = try ChildProcess(words[0], Array(words.dropFirst()), output: "\(temporary.path)/\(name).log")
        processes.withLock { $0.append(process) }
    }

    /// Ends all of them in good order.
    func stop() async {
        let all = processes.withLock { processes in
            defer { processes = [] }
            return processes
        }
        for process in all.reversed() { await process.terminate() }
    }

    /// Behind setpriv where this is root: broker and gate work as the broker's user.
    private static func asBroker(_ words: [String]) -> [String] {
        guard getuid() == 0 else { return words }
        return ["/usr/bin/setpriv", "--reuid", "mosquitto", "--regid", "mosquitto", "--init-groups"] + words
    }

    deinit { processes.withLock { for process in $0.reversed() { process.kill() } } }

    private func waitForServices() async throws {
        let isReady = await eventually(within: .seconds(60)) {
            let ready = try? await BusSession.with(person) { [roots, awaited] session in
                try await session.subscribe([Subscription(.services(), in: roots)]) { messages in
                    var ready: Set<String> = []
                    while !ready.isSuperset(of: awaited), let message = try await messages.next() {
                        guard case .service(let name)? = message.topic,
                            let body = try? JSONValue.parse(message.payload), body["ready"]?.boolValue == true
                        else { continue }
                        ready.insert(name.description)
                    }
                    return ready.isSuperset(of: awaited)
                }
            }
            return ready ?? false
        }
        guard isReady else {
            let said = ["broker", "gate", "authority"].map { (try? readFile("\(temporary.path)/\($0).log")) ?? "" }
            throw ChildProcess.Failure(description: "authority and gate do not become ready: \(said)")
        }
    }

    /// The operator `test`.
    var person: BusConfiguration {
        let client = ClientID(kind: .operator, site: Self.site, name: "test")!
        var configuration = BusConfiguration(
            broker: BrokerAddress(host: "127.0.0.1", port: ports[1]), clientID: client, roots: roots, session: 1,
            tls: TLSConfiguration(
                authorityFile: "\(folder)/tls/authority.pem", certificateFile: "\(folder)/tls/op_test.crt",
                keyFile: "\(folder)/tls/op_test.key"))
        configuration.clientIDSuffix = "t\(UInt32.random(in: 0 ... .max))"
        return configuration
    }

    /// mosquitto_sub as the operator, from now on.
    func listen(_ topics: [String], to output: String) throws -> ChildProcess {
        try ChildProcess(
            "/usr/bin/mosquitto_sub",
            [
                "-h", "127.0.0.1", "-p", "\(ports[1])", "-V", "5", "-q", "1", "-v", "--cafile",
                "\(folder)/tls/authority.pem", "--cert", "\(folder)/tls/op_test.crt", "--key",
                "\(folder)/tls/op_test.key",
            ] + topics.flatMap { ["-t", $0] }, output: output)
    }

    // MARK: - Nodes

    func home(_ node: NodeID) -> String { "\(temporary.path)/\(node)" }
    func identity(_ node: NodeID) -> String { "\(home(node))/identity" }
    func bundle(_ node: NodeID) -> String { "\(temporary.path)/\(node).bundle" }

    /// Announces nodes and puts bundle, token and configuration where each of them looks.
    /// - Returns: their tokens.
    func announce(_ nodes: [NodeID], _ app: AppID) async throws -> [String] {
        try await BusSession.with(person) { [self] session in
            var tokens: [String] = []
            for node in nodes {
                let key = try PrivateKey.generate()
                let client = ClientID(kind: .bootstrap, site: Self.site, node)
                let added = try await session.request(
                    .authorityCommand(.nodeAdd, requester),
                    NodeAddCommand(node: node, request: SigningRequest.make(for: client, key: key).pem, app: app),
                    as: NodeAddReply.self, timeout: .seconds(10))
                let made = try await session.request(
                    .authorityCommand(.tokenCreate, requester), TokenCreateCommand(app: app, node: node),
                    as: TokenCreateReply.self, timeout: .seconds(10))
                let text = String(decoding: key.pem().bytes, as: UTF8.self) + added.chain + added.authority
                try writeFile(bundle(node), text)
                try place(node, bundle: text, token: made.tokens[0])
                tokens.append(made.tokens[0])
            }
            return tokens
        }
    }

    /// Puts bundle, token and configuration where a node looks for them.
    func place(_ node: NodeID, bundle: String, token: String) throws {
        for folder in [home(node), identity(node)] { mkdir(folder, 0o700) }
        try writeFile("\(identity(node))/bootstrap.pem", bundle)
        try writeFile("\(home(node))/token", token)
        try writeFile("\(home(node))/node.yaml", configuration(node))
    }

    func configuration(_ node: NodeID) -> String {
        """
        site:
          id: \(Self.site)
          dataFolder: \(home(node))
        broker:
          address: 127.0.0.1:\(ports[0])
        node:
          id: \(node)
          identity: \(identity(node))
          bootstrapBroker: 127.0.0.1:\(ports[2])
        lifecycle:
          policy: automatic
          joiningBroker: 127.0.0.1:\(ports[1])
          token:
            file: \(home(node))/token

        """
    }

    func startNode(_ node: NodeID) throws -> ChildProcess {
        try ChildProcess(
            BuiltProgram.path("beacon-lifecycle"),
            ["--config", "\(home(node))/node.yaml", "--log-format", "json"] + (debug ? ["--log-level", "debug"] : []),
            output: "\(temporary.path)/\(node).log")
    }

    /// What these nodes said, for messages of failed expectations.
    func text(of nodes: [NodeID]) -> String {
        nodes.prefix(2).map { (try? readFile("\(temporary.path)/\($0).log")) ?? "" }.joined(separator: "\n")
    }

    /// Waits until the authority says of all of these nodes that their certificates are in use.
    func areActive(_ nodes: [NodeID], within limit: Duration = .seconds(90)) async throws -> Bool {
        try await BusSession.with(person) { [requester] session in
            await eventually(within: limit) {
                var left = Set(nodes)
                var after: NodeID?
                repeat {
                    let page = try? await session.request(
                        .authorityCommand(.nodeList, requester),
                        NodeListCommand(after: after, limit: 100, standing: .active), as: NodeListReply.self,
                        timeout: .seconds(10))
                    left.subtract(page?.nodes.map(\.node) ?? [])
                    after = page?.next
                } while after != nil
                return left.isEmpty
            }
        }
    }

    /// Secrets that are made for apps: the key of questions to a web service, and a shared key for tokens.
    func otherSecrets() async throws -> [(String, String)] {
        let shared = Base64.encode(SystemRandom.bytes(32))
        return try await BusSession.with(person) { [requester] session in
            let web = try await session.request(
                .authorityCommand(.appPut, requester),
                AppPutCommand(
                    app: AppID("web")!,
                    validator: ValidatorDefinition(
                        kind: .http, url: "http://127.0.0.1:9/validate", addresses: ["127.0.0.0/8"])),
                as: AppChangeReply.self, timeout: .seconds(10))
            let rotated = try await session.request(
                .authorityCommand(.appSecret, requester), AppSecretCommand(app: AppID("web")!), as: AppChangeReply.self,
                timeout: .seconds(10))
            _ = try await session.request(
                .authorityCommand(.appPut, requester),
                AppPutCommand(
                    app: AppID("signed")!,
                    validator: ValidatorDefinition(
                        kind: .jwt, algorithm: .hs256, key: shared, issuer: "https://visits.example",
                        audience: "beaconbus")),
                as: AppChangeReply.self, timeout: .seconds(10))
            let secrets = [web.secret, rotated.secret].compactMap(\.self)
            return secrets.enumerated().map { ("web secret \($0.offset)", $0.element) } + [("shared key", shared)]
        }
    }

    /// Everything that anybody wrote to a log, and the authority's audit logs.
    func logs() throws -> [String] {
        var found = ["\(folder)/authority/audit.log"]
        let refused = "\(folder)/authority/refused.log"
        if access(refused, F_OK) == 0 { found.append(refused) }
        guard let directory = opendir(temporary.path) else { return found }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".log") { found.append("\(temporary.path)/\(name)") }
        }
        return found
    }
}
