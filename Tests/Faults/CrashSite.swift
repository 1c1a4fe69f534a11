import Bus
import Glibc
import Identity
import Schema
import Support

/// A broker with client certificates, an authority, and as many nodes as trials: each with a folder of its own.
final class CrashSite: Sendable {
    let site = SiteID("museum")!
    let folder = TemporaryFolder()
    let authority: CertificateAuthority
    let view = CrashAuthority.SharedView()
    private let client: BusClient<CrashAuthority>
    private let task: Task<Void, any Error>
    private let broker: BrokerBox
    private let port: UInt16

    private final class BrokerBox: @unchecked Sendable {
        let broker: MosquittoBroker
        init(_ broker: MosquittoBroker) { self.broker = broker }
    }

    init() async throws {
        let now = WallTime.now()
        let site = site
        let authority = try CertificateAuthority.make(
            site: site, now: now - .seconds(400 * 86_400), life: .seconds(4_000 * 86_400))
        self.authority = authority
        let files = folder.path + "/tls"
        mkdir(files, 0o700)
        mkdir(folder.path + "/broker", 0o700)
        try Self.issue(
            "server", .server(names: ["localhost", "127.0.0.1"]), ClientID("svc.museum.broker")!, authority, files)
        try Self.issue("authority", .client, ClientID("svc.museum.authority")!, authority, files)
        try writeFile(files + "/ca.pem", authority.certificate.pem)
        let broker = try MosquittoBroker(
            folder: folder.path + "/broker", allowsAnonymous: false,
            [
                "cafile \(files)/ca.pem", "certfile \(files)/server.crt", "keyfile \(files)/server.key",
                "require_certificate true", "use_identity_as_username true", "use_username_as_clientid true",
                "tls_version tlsv1.3",
            ])
        self.broker = BrokerBox(broker)
        port = broker.port
        let roots = Roots(site: site)
        var configuration = ScriptedAuthority.configuration(roots: roots, site: site)
        configuration.broker = BrokerAddress(host: "localhost", port: broker.port)
        configuration.tls = TLSConfiguration(
            authorityFile: files + "/ca.pem", certificateFile: files + "/authority.crt",
            keyFile: files + "/authority.key")
        configuration.subscriptions += [
            Subscription(.nodeState(), in: roots),
            Subscription(raw: "\(roots.public)/nodes/+/scanner/commands/+/+"),
        ]
        let view = view
        client = BusClient(configuration) { _ in
            CrashAuthority(ScriptedAuthority(site: site, authority: authority, clock: { .now() }), view: view)
        }
        let client = client
        task = Task { try await client.run() }
    }

    /// The same where nobody can wait.
    func stop() { client.stop() }

    /// Ends it all.
    func close() async {
        client.stop()
        _ = try? await task.value
    }

    /// Stops a node and starts it again, as an operator would.
    func restart(_ node: CrashNode) {
        client.perform { [site] _, link in
            for verb in ["stop", "start"] {
                let topic = "\(Roots(site: site).public)/nodes/\(node.node)/commands/\(verb)/op_test"
                try? link.publish(rawTopic: topic, Array(#"{"v":1}"#.utf8))
            }
        }
    }

    // MARK: Nodes

    /// A node's folder with the operator's bundle in it.
    func node(_ name: String) throws -> CrashNode {
        let node = CrashNode(NodeID(name)!, folder: folder.path + "/" + name, port: port)
        try node.prepare()
        let key = try PrivateKey.generate()
        let chain = [
            try certificate(.bootstrap, node.node, key.publicKey, .now() - .seconds(60), .now() + .seconds(86_400))
        ]
        let bundle = try BootstrapBundle(key: key, chain: chain, trust: try TrustStore([authority.certificate]))
        try node.identity.store(bundle)
        return node
    }

    /// A node that has a pair of which 80 of 90 days are over, so that it is due (D2).
    func dueNode(_ name: String) async throws -> CrashNode {
        let node = try node(name)
        _ = try node.identity.splitBundle(site: site, node: node.node)
        let (lifecycle, scanner) = (try PrivateKey.generate(), try PrivateKey.generate())
        let (begin, end) = (WallTime.now() - .seconds(80 * 86_400), WallTime.now() + .seconds(10 * 86_400))
        let chains = CertificateChains(
            lifecycle: try certificate(.node, node.node, lifecycle.publicKey, begin, end).pem,
            scanner: try certificate(.scanner, node.node, scanner.publicKey, begin, end).pem,
            bootstrap: try certificate(.bootstrap, node.node, lifecycle.publicKey, begin, end + .seconds(86_400)).pem,
            notAfter: end)
        let set = CertificateSetID(UInt64.random(in: 1 << 40 ... .max))
        _ = try node.identity.install(
            set, chains: chains, lifecycleKey: lifecycle, scannerKey: scanner, site: site, node: node.node,
            trust: try TrustStore([authority.certificate]), at: .now())
        try node.identity.markActivated(set)
        try node.identity.removeBundle()
        let id = node.node
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            client.perform { handler, _ in
                handler.inner.adopt(id, set, lifecycle.publicKey, scanner.publicKey)
                done.resume()
            }
        }
        view.write { $0.active[id] = set }
        return node
    }

    private func certificate(
        _ kind: ClientKind, _ node: NodeID, _ key: PublicKey, _ begin: WallTime, _ end: WallTime
    ) throws -> Certificate {
        try authority.issue(
            .client, to: ClientID(kind: kind, site: site, node), publicKey: key, serial: SystemRandom.serial(),
            notBefore: begin, notAfter: end)
    }

    private static func issue(
        _ file: String, _ profile: CertificateProfile, _ client: ClientID, _ authority: CertificateAuthority,
        _ folder: String
    ) throws {
        let key = try PrivateKey.generate()
        let certificate = try authority.issue(
            profile, to: client, publicKey: key.publicKey, serial: SystemRandom.serial(),
            notBefore: .now() - .seconds(60), notAfter: .now() + .seconds(86_400))
        try writeFile("\(folder)/\(file).key", String(decoding: key.pem().bytes, as: UTF8.self))
        try writeFile("\(folder)/\(file).crt", certificate.pem)
    }
}
