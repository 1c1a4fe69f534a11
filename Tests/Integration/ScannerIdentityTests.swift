import Bus
import Glibc
import Schema
import Store
import Support
import Synchronization
import Testing

/// The scanner with `node.identity`: waits for its certificate, and takes over the renewed one without losing anything.
@Suite("The scanner's certificate", .serialized, .enabled(if: MosquittoBroker.isInstalled), .timeLimit(.minutes(4)))
struct ScannerIdentityTests {
    private static let run = RunID(session: 100, attempt: 1)!
    private static let node = BusFixture.kitchen

    /// A broker with TLS that takes the certificate's name for client id, and a folder as the life cycle keeps it.
    private final class Site {
        let folder = TemporaryFolder()
        let kit: CertificateKit
        let broker: MosquittoBroker
        var identity: String { "\(folder.path)/identity" }

        init() async throws {
            kit = try await CertificateKit(folder: folder.path)
            let server = try await kit.issue("broker")
            broker = try MosquittoBroker(
                folder: folder.path, allowsAnonymous: false, global: ["log_type debug"],
                [
                    "cafile \(kit.authority)", "certfile \(server.certificate)", "keyfile \(server.key)",
                    "require_certificate true", "use_identity_as_username true", "use_username_as_clientid true",
                    "tls_version tlsv1.3",
                ])
            mkdir(identity, 0o700)
            mkdir("\(identity)/sets", 0o700)
            try writeFile("\(identity)/authority.pem", try readFile(kit.authority))
            try writeFile(
                "\(folder.path)/scanner.yaml",
                """
                site: {id: home, dataFolder: \(folder.path)/data}
                broker: {address: "127.0.0.1:\(broker.port)"}
                node: {id: kitchen, identity: \(identity)}
                scanner: {source: sim, simulator: {visitors: 20, stay: 2s, away: 3s}, tracker: {timeout: 2s}}

                """)
        }

        /// Makes a set and makes it current, as the life cycle does.
        func install(_ set: String, from start: Int, to end: Int) async throws {
            let pair = try await kit.issue(
                "s.home.kitchen", from: CertificateKit.date(in: start), to: CertificateKit.date(in: end), file: set)
            let target = "\(identity)/sets/\(set)"
            mkdir(target, 0o700)
            try writeFile("\(target)/scanner.crt", try readFile(pair.certificate))
            try writeFile("\(target)/scanner.key", try readFile(pair.key))
            unlink("\(identity)/next")
            guard symlink("sets/\(set)", "\(identity)/next") == 0,
                rename("\(identity)/next", "\(identity)/current") == 0
            else { throw ChildProcess.Failure(description: "\(set) cannot be made current") }
        }

        func scanner() throws -> ChildProcess {
            try ChildProcess(
                BuiltProgram.path("beacon-scanner"),
                ["--config", "\(folder.path)/scanner.yaml", "--log-format", "json"],
                output: "\(folder.path)/scanner.log")
        }

        var log: String { (try? readFile("\(folder.path)/scanner.log")) ?? "" }

        /// A client of the site, with a certificate of its own.
        func client(_ kind: ClientKind, _ name: String) async throws -> BusConfiguration {
            let client = ClientID(kind: kind, site: BusFixture.site, name: name)!
            let own = try await kit.issue(client.description)
            return BusConfiguration(
                broker: broker.address, clientID: client, roots: BusFixture.roots, session: 100,
                tls: TLSConfiguration(
                    authorityFile: kit.authority, certificateFile: own.certificate, keyFile: own.key),
                limits: BusFixture.quick)
        }
    }

    @Test(
        "H30, D5: it waits quietly, scans when the certificate is there, and is on the renewed one before the old ends")
    func renewal() async throws {
        let site = try await Site()
        let shared = EntryCollector.Shared()
        var configuration = try await site.client(.service, "dispatch")
        configuration.subscriptions = EntryCollector.subscriptions(node: Self.node, roots: BusFixture.roots)
        let collector = BusClient(configuration) { _ in EntryCollector(node: Self.node, shared: shared) }
        let collecting = Task { try await collector.run() }
        defer { collector.stop() }
        let scanner = try site.scanner()
        defer { scanner.kill() }
        #expect(await eventually { site.log.contains("waiting for the node's certificate") })

        // In its last tenth from the start, so that a newer one is taken over as soon as it is seen.
        try await site.install("one", from: -86_400, to: 3_600)
        #expect(await eventually { shared.store.withLock { $0.status != nil } }, "\(site.log)")
        #expect(!site.log.contains("\"warning\""), "\(site.log)")
        let asker = try await site.client(.node, "kitchen")
        try await BusSession.with(asker) { session in
            let reply = try await session.request(
                .scannerCommand(Self.node, .scan, asker.clientID.requester), ScanCommand(run: Self.run, attempt: 1),
                as: ScanReply.self, timeout: .seconds(5))
            #expect(reply.scanning)
            _ = try await session.publish(
                .nodeEvent(Self.node, .started),
                StartedEvent(node: Self.node, number: 1, attempt: 1, run: Self.run, requests: []))
        }
        #expect(await eventually { shared.store.withLock { $0.entries.count > 20 } })
        let before = try #require(shared.store.withLock { $0.status })

        try await site.install("two", from: -60, to: 86_400)
        let isChanged = await eventually(within: .seconds(45)) {
            site.log.contains("connecting anew with the renewed certificate")
                && shared.store.withLock { $0.status?.connection ?? 0 } == before.connection + 1
        }
        #expect(isChanged, "\(site.log)")
        let count = shared.store.withLock { $0.entries.count }
        #expect(await eventually { shared.store.withLock { $0.entries.count > count + 20 } })
        let after = try #require(shared.store.withLock { $0.status })
        #expect(after.run == before.run && after.state == before.state, "the run went on")
        // Nothing lost, nothing doubled: the numbers are without a gap, and every beacon's events alternate.
        #expect(
            await eventually {
                shared.store.withLock { $0.through == Int64($0.entries.count) && $0.contradictions == 0 }
            })
        let entries = shared.store.withLock { store in store.entries.sorted { $0.key < $1.key }.map(\.value) }
        var present: Set<BeaconID> = []
        for entry in entries {
            if entry.kind == .active {
                #expect(present.insert(entry.beacon).inserted)
            } else {
                #expect(present.remove(entry.beacon) != nil)
            }
        }
        collector.stop()
        try await collecting.value
        await scanner.terminate()
    }

    @Test("R16: a set that is replaced while the broker is away is what the next connection shows")
    func nextConnection() async throws {
        let site = try await Site()
        try await site.install("one", from: -60, to: 86_400)
        let scanner = try site.scanner()
        defer { scanner.kill() }
        let connects = {
            ((try? readFile("\(site.folder.path)/mosquitto.log")) ?? "").split(separator: "\n").count {
                $0.contains("as s.home.kitchen (")
            }
        }
        #expect(await eventually { connects() == 1 }, "\(site.log)")
        site.broker.kill()
        // The one in use is taken back, so that only the new one gets in.
        try await site.install("two", from: -60, to: 86_400)
        unlink("\(site.identity)/sets/one/scanner.crt")
        unlink("\(site.identity)/sets/one/scanner.key")
        try site.broker.start()
        #expect(await eventually(within: .seconds(40)) { connects() == 2 }, "\(site.log)")
        await scanner.terminate()
    }
}
