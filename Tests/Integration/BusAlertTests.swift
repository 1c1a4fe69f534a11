import Bus
import Glibc
import Schema
import Support
import Testing

/// Every way in which TLS to a real broker can fail has its own name (reference: alerts 42, 44, 45, 48, 116, 70).
@Suite(
    "The bus client and TLS that fails", .enabled(if: MosquittoBroker.isInstalled), .serialized, .timeLimit(.minutes(3))
)
struct BusAlertTests {
    private let folder = TemporaryFolder()

    /// A broker that takes the certificate's name for user name and client id, with a revocation list.
    private func site(
        server name: String = "broker", version: String = "tlsv1.3", crlHours: Int = 24
    ) async throws -> (kit: CertificateKit, broker: MosquittoBroker) {
        let kit = try await CertificateKit(folder: folder.path)
        let server = try await kit.issue(name)
        let crl = try await kit.writeRevocationList(hours: crlHours)
        let broker = try MosquittoBroker(
            folder: folder.path, allowsAnonymous: false,
            [
                "cafile \(kit.authority)", "certfile \(server.certificate)", "keyfile \(server.key)",
                "require_certificate true", "use_identity_as_username true", "use_username_as_clientid true",
                "crlfile \(crl)", "tls_version \(version)",
            ])
        return (kit, broker)
    }

    private func configuration(
        _ broker: MosquittoBroker, _ kit: CertificateKit, _ own: (certificate: String, key: String)?,
        version: TLSConfiguration.Version = .tls13
    ) -> BusConfiguration {
        var configuration = BusFixture.node(broker.address)
        configuration.tls = TLSConfiguration(
            authorityFile: kit.authority, certificateFile: own?.certificate, keyFile: own?.key, minimumVersion: version)
        configuration.limits.unauthorisedWait = .seconds(600)
        return configuration
    }

    @Sendable private static func isTold(_ failure: BusFailure) -> Bool {
        failure.kind != .lost && failure.kind != .unreachable
    }

    /// The first failure that is not a mere loss: the broker's reset may overtake its alert, the next attempt tells.
    private func failure(_ configuration: BusConfiguration) async throws -> BusFailure {
        var found: BusFailure?
        try await withClient(configuration) { _, log in
            await eventually { log.read { $0.failures.contains(where: Self.isTold) || !$0.connected.isEmpty } }
            found = log.read { $0.failures.first(where: Self.isTold) }
            #expect(log.read { $0.connected.isEmpty })
        }
        return try #require(found)
    }

    @Test(
        "Alerts of the broker are told apart: expired 45, not yet valid 42, revoked 44, unknown authority 48, none 116")
    func alerts() async throws {
        let (kit, broker) = try await site()
        let day = 86_400
        let expired = try await kit.issue(
            "n.home.kitchen", from: CertificateKit.date(in: -2 * day), to: CertificateKit.date(in: -day),
            file: "expired")
        let future = try await kit.issue(
            "n.home.kitchen", from: CertificateKit.date(in: day), to: CertificateKit.date(in: 2 * day), file: "future")
        let revoked = try await kit.issue(
            "n.home.kitchen", from: CertificateKit.date(in: -day), to: CertificateKit.date(in: day), file: "revoked")
        try await kit.revoke(revoked.certificate)
        try await kit.writeRevocationList()
        broker.kill()
        try broker.start()
        let other = TemporaryFolder()
        let foreign = try await CertificateKit(folder: other.path, name: "Another authority")
        let stranger = try await foreign.issue("n.home.kitchen")
        for (own, code, alert) in [
            (expired, .certificateExpired, "45"), (future, .clockWrong, "42"), (revoked, .certificateRevoked, "44"),
            (stranger, .certificateInvalid, "48"), (nil, .certificateInvalid, "116"),
        ] as [((certificate: String, key: String)?, ErrorCode, String)] {
            let failure = try await failure(configuration(broker, kit, own))
            #expect(failure.kind == .untrusted, "alert \(alert)")
            #expect(failure.error.code == code, "alert \(alert): \(failure.error.debugDescription)")
            #expect(failure.error.reason.contains("alert \(alert) "), "\(failure.error.reason)")
            #expect(!failure.error.suggestion.isEmpty)
        }
    }

    @Test("A broker whose revocation list has expired refuses everybody; the suggestion names that, too")
    func staleRevocationList() async throws {
        let kit = try await CertificateKit(folder: folder.path)
        let server = try await kit.issue("broker")
        try await kit.writeRevocationList()
        // A list that ended an hour ago, made by the same authority.
        try await runTool(
            "/usr/bin/openssl",
            [
                "ca", "-config", "\(folder.path)/ca.conf", "-gencrl", "-crl_lastupdate",
                CertificateKit.date(in: -7_200),
                "-crl_nextupdate", CertificateKit.date(in: -3_600), "-out", "\(folder.path)/crl.pem",
            ], in: folder.path)
        let own = try await kit.issue("n.home.kitchen")
        let broker = try MosquittoBroker(
            folder: folder.path, allowsAnonymous: false,
            [
                "cafile \(kit.authority)", "certfile \(server.certificate)", "keyfile \(server.key)",
                "require_certificate true", "use_identity_as_username true", "crlfile \(folder.path)/crl.pem",
                "tls_version tlsv1.3",
            ])
        let failure = try await failure(configuration(broker, kit, own))
        #expect(failure.error.code == .certificateExpired)
        #expect(failure.error.suggestion.contains("revocation list"))
    }

    @Test(
        "T25: a broker without TLS 1.3, with another name or of another authority is not trusted, and nothing is sent")
    func server() async throws {
        let (kit, broker) = try await site(version: "tlsv1.2")
        let own = try await kit.issue("n.home.kitchen")
        try await withClient(configuration(broker, kit, own)) { _, log in
            // mosquitto's tls_version is a minimum: 1.3 is spoken with a client that asks for it.
            #expect(await eventually { log.read { $0.connected.count } == 1 })
        }
        let port = LoopbackPort.free()
        let old = try ChildProcess(
            "/usr/bin/openssl",
            [
                "s_server", "-accept", "127.0.0.1:\(port)", "-cert", "\(folder.path)/broker.pem", "-key",
                "\(folder.path)/broker.key", "-tls1_2", "-quiet",
            ], output: "\(folder.path)/old.out")
        defer { old.kill() }
        #expect(await eventually { LoopbackPort.answers(port) })
        var downgraded = configuration(broker, kit, own)
        downgraded.broker = BrokerAddress(host: "127.0.0.1", port: port)
        let version = try await failure(downgraded)
        #expect(version.error.code == .serverUntrusted)
        #expect(version.error.reason.contains("70"), "\(version.error.reason)")
        #expect(try !readFile("\(folder.path)/old.out").contains("MQTT"), "CONNECT never went out")

        var elsewhere = configuration(broker, kit, own)
        elsewhere.broker = BrokerAddress(host: "127.0.0.2", port: broker.port)
        let proxy = try ChildProcess(
            "/usr/bin/openssl",
            [
                "s_server", "-accept", "127.0.0.2:\(broker.port)", "-cert", "\(folder.path)/broker.pem", "-key",
                "\(folder.path)/broker.key", "-quiet",
            ], output: "\(folder.path)/elsewhere.out")
        defer { proxy.kill() }
        let misnamed = try await failure(elsewhere)
        #expect(misnamed.error.code == .serverUntrusted)
        #expect(misnamed.error.reason.contains("another name"), "\(misnamed.error.reason)")
        #expect(try !readFile("\(folder.path)/elsewhere.out").contains("MQTT"))

        let other = TemporaryFolder()
        let foreign = try await CertificateKit(folder: other.path, name: "Another authority")
        var untrusted = configuration(broker, kit, own)
        untrusted.tls?.authorityFile = foreign.authority
        let failure = try await failure(untrusted)
        #expect(failure.error.code == .serverUntrusted)
        #expect(failure.error.suggestion.contains("authority"))
        var plain = configuration(broker, kit, nil)
        plain.tls = nil
        let refused = try await self.failure(plain, orLost: true)
        #expect(refused != nil, "plain text gets nothing on a TLS listener")
    }

    private func failure(_ configuration: BusConfiguration, orLost: Bool) async throws -> BusFailure? {
        var found: BusFailure?
        try await withClient(configuration) { _, log in
            await eventually { log.read { !$0.failures.isEmpty } }
            found = log.read { $0.failures.first }
        }
        return found
    }

    @Test("The clock: a broker's certificate that is not valid yet is a matter of the clock, an expired one of trust")
    func serverDates() async throws {
        let kit = try await CertificateKit(folder: folder.path)
        let own = try await kit.issue("n.home.kitchen")
        let day = 86_400
        for (from, to, code) in [
            (day, 2 * day, .clockWrong), (-2 * day, -day, .serverUntrusted),
        ] as [(Int, Int, ErrorCode)] {
            let server = try await kit.issue(
                "localhost", from: CertificateKit.date(in: from), to: CertificateKit.date(in: to), file: "server\(from)"
            )
            let broker = try MosquittoBroker(
                folder: folder.path,
                ["cafile \(kit.authority)", "certfile \(server.certificate)", "keyfile \(server.key)"])
            let failure = try await failure(configuration(broker, kit, own))
            #expect(failure.error.code == code, "\(failure.error.debugDescription)")
            #expect(failure.error.suggestion.contains("clock"))
        }
    }

    @Test(
        "Files that are missing, empty, mismatched or open to others are named, and found a second after they are right"
    )
    func files() async throws {
        let (kit, broker) = try await site()
        let good = try await kit.issue("n.home.kitchen")
        let other = try await kit.issue("n.home.attic")
        let identity = "\(folder.path)/identity"
        mkdir(identity, 0o700)
        var configuration = configuration(broker, kit, ("\(identity)/crt", "\(identity)/key"))
        configuration.limits.filesWait = .milliseconds(50)
        try await withClient(configuration) { _, log in
            let fails: (ErrorCode, String) async -> Bool = { code, text in
                await eventually {
                    log.read {
                        $0.failures.last.map {
                            $0.kind == .filesUnusable && $0.error.code == code
                                && $0.error.debugDescription.contains(text)
                        } ?? false
                    }
                }
            }
            #expect(await fails(.certificateInvalid, "\(identity)/crt"))
            try writeFile("\(identity)/crt", "")
            #expect(await fails(.certificateInvalid, "empty"))
            try writeFile("\(identity)/crt", "no certificate\n")
            #expect(await fails(.certificateInvalid, "\(identity)/key"))
            try writeFile("\(identity)/key", try readFile(good.key))
            #expect(await fails(.certificateInvalid, "\(identity)/crt"))
            try writeFile("\(identity)/crt", try readFile(other.certificate))
            #expect(await fails(.certificateInvalid, "\(identity)/key"))
            chmod("\(identity)/key", 0o604)
            #expect(await fails(.keyPermissions, "604"))
            #expect(log.read { $0.failures.allSatisfy { $0.kind == .filesUnusable && $0.retryAt != nil } })
            chmod("\(identity)/key", 0o640)
            try writeFile("\(identity)/crt", try readFile(good.certificate))
            #expect(await eventually { log.read { $0.connected.count } == 1 })
        }
        configuration.tls?.keyReaders = .owner
        let strict = try await failure(configuration)
        #expect(strict.error.code == .keyPermissions, "a node's key is for its owner alone")
    }

    @Test("A broker that is killed on a TLS connection is merely lost: the client is back as soon as it is")
    func killed() async throws {
        let (kit, broker) = try await site()
        let own = try await kit.issue("n.home.kitchen")
        try await withClient(configuration(broker, kit, own)) { _, log in
            #expect(await eventually { log.read { $0.connected.count } == 1 })
            broker.kill()
            #expect(await eventually { log.read { !$0.failures.isEmpty } })
            try broker.start()
            #expect(await eventually { log.read { $0.connected.count } == 2 })
            for failure in log.read({ $0.failures }) {
                #expect(failure.kind == .lost || failure.kind == .unreachable, "\(failure.error.debugDescription)")
            }
        }
    }

    @Test("R22: a half-open TLS link is noticed within two keep-alive periods; by default that is less than 90 s")
    func halfOpen() async throws {
        let defaults = BusLimits()
        #expect(defaults.keepAlive * 2 + defaults.backoff.lowerBound <= .seconds(90))
        let (kit, broker) = try await site()
        let own = try await kit.issue("n.home.kitchen")
        let proxy = try LoopbackProxy(to: broker.port)
        defer { proxy.close() }
        var configuration = configuration(broker, kit, own)
        configuration.broker = BrokerAddress(host: "127.0.0.1", port: proxy.port)
        configuration.limits.keepAlive = .seconds(5)
        configuration.limits.connectDeadline = .seconds(2)
        try await withClient(configuration) { _, log in
            #expect(await eventually { log.read { $0.connected.count } == 1 })
            let clock = ContinuousClock()
            let start = clock.now
            proxy.isFrozen = true
            #expect(await eventually(within: .seconds(14)) { log.read { $0.failures.contains { $0.wasConnected } } })
            #expect(clock.now - start <= .seconds(11))
            #expect(log.read { $0.failures.first?.kind } == .lost)
            proxy.reset()
            proxy.isFrozen = false
            #expect(await eventually { log.read { $0.connected.count } == 2 })
        }
    }

    @Test("R12: a thousand attempts in vain leave nothing behind")
    func leaks() async throws {
        let kit = try await CertificateKit(folder: folder.path)
        let own = try await kit.issue("n.home.kitchen")
        var configuration = BusFixture.node(BrokerAddress(host: "127.0.0.1", port: LoopbackPort.free()))
        configuration.tls = TLSConfiguration(
            authorityFile: kit.authority, certificateFile: own.certificate, keyFile: own.key)
        configuration.limits.backoff = .milliseconds(1) ... .milliseconds(1)
        try await withClient(configuration) { _, log in
            #expect(await eventually(within: .seconds(60)) { log.read { $0.failures.count } > 300 })
            let before = try Self.residentPages()
            #expect(await eventually(within: .seconds(60)) { log.read { $0.failures.count } > 1_300 })
            let grown = (try Self.residentPages() - before) * 4
            // A context with its certificates is about 20 KiB.
            #expect(grown < 4_096, "\(grown) KiB for 1,000 attempts")
        }
    }

    private static func residentPages() throws -> Int {
        let fields = try readFile("/proc/self/statm").split(separator: " ")
        return try #require(fields.count > 1 ? Int(fields[1]) : nil)
    }

    @Test("A refused certificate that is replaced is tried at once, not after the long wait")
    func replaced() async throws {
        let (kit, broker) = try await site()
        let expired = try await kit.issue(
            "n.home.kitchen", from: CertificateKit.date(in: -7_200), to: CertificateKit.date(in: -3_600), file: "own")
        try await withClient(configuration(broker, kit, expired)) { _, log in
            #expect(await eventually { log.read { $0.failures.contains { $0.error.code == .certificateExpired } } })
            let fresh = try await kit.issue(
                "n.home.kitchen", from: CertificateKit.date(in: -60), to: CertificateKit.date(in: 3_600), file: "fresh")
            #expect(rename(fresh.key, expired.key) == 0 && rename(fresh.certificate, expired.certificate) == 0)
            #expect(await eventually(within: .seconds(10)) { log.read { $0.connected.count } == 1 })
        }
    }

    @Test("A connection takes over the renewed certificate when the old one is about to expire; nothing is lost")
    func renewed() async throws {
        let (kit, broker) = try await site()
        // In its last tenth when it connects.
        let old = try await kit.issue(
            "n.home.kitchen", from: CertificateKit.date(in: -86_400), to: CertificateKit.date(in: 3_600), file: "own")
        var configuration = configuration(broker, kit, old)
        configuration.subscriptions = [Subscription(raw: "t/#")]
        try await withClient(configuration) { client, log in
            #expect(await eventually { log.read { $0.connected.count } == 1 })
            let fresh = try await kit.issue(
                "n.home.kitchen", from: CertificateKit.date(in: -60), to: CertificateKit.date(in: 86_400), file: "fresh"
            )
            #expect(rename(fresh.key, old.key) == 0 && rename(fresh.certificate, old.certificate) == 0)
            #expect(await eventually(within: .seconds(45)) { log.read { $0.connected.count } == 2 })
            #expect(log.read { $0.failures.map(\.kind) } == [.identityChanged])
            client.perform { _, link in try? link.publish(rawTopic: "t/1", [1]) }
            #expect(await eventually { log.read { $0.received.count } == 1 })
        }
    }
}
