import Bus
import Schema
import Support
import Testing

@Suite(
    "The bus client and the broker's rights", .enabled(if: MosquittoBroker.isInstalled), .serialized,
    .timeLimit(.minutes(3)))
struct BusRightsTests {
    private let folder = TemporaryFolder()

    private static let plugin = "/usr/lib/x86_64-linux-gnu/mosquitto_dynamic_security.so"

    @Test("Refused credentials are named and tried again slowly")
    func credentials() async throws {
        let passwords = "\(folder.path)/passwords"
        try writeFile(passwords, "")
        try await runTool("/usr/bin/mosquitto_passwd", ["-b", passwords, "anna", "right"], in: folder.path)
        let broker = try MosquittoBroker(
            folder: folder.path, allowsAnonymous: false, ["password_file \(passwords)"])
        try writeFile("\(folder.path)/secret", "wrong\n")
        var configuration = BusFixture.plain(broker.address, "anna")
        configuration.credentials = BusCredentials(username: "anna", passwordFile: "\(folder.path)/secret")
        configuration.limits.unauthorisedWait = .seconds(1)
        try await withClient(configuration) { _, log in
            #expect(await eventually { log.read { !$0.failures.isEmpty } })
            let failure = try #require(log.read { $0.failures.first })
            #expect(failure.kind == .unauthorised)
            #expect(failure.error.code == .brokerUnauthorised)
            #expect(failure.retryAt != nil)
            #expect(!failure.error.debugDescription.contains("wrong"), "the password is in no text")
            // The file is read at each connection.
            try writeFile("\(folder.path)/secret", "right\n")
            #expect(await eventually { log.read { $0.connected.count } == 1 })
        }
        await #expect(throws: BeaconBusError(.brokerUnauthorised, reason: "", suggestion: "")) {
            try writeFile("\(folder.path)/secret", "wrong\n")
            try await BusSession.with(configuration) { _ in }
        }
    }

    @Test("A refused subscription is an error that names the filter, and the client is not ready without it")
    func subscription() async throws {
        let state = "\(folder.path)/security.json"
        let control = "/usr/bin/mosquitto_ctrl"
        try await runTool(control, ["dynsec", "init", state, "admin", "secret"], in: folder.path)
        let broker = try MosquittoBroker(
            folder: folder.path, allowsAnonymous: false,
            global: [
                "per_listener_settings false", "plugin \(Self.plugin)", "plugin_opt_config_file \(state)",
            ])
        let admin = ["-h", "127.0.0.1", "-p", "\(broker.port)", "-u", "admin", "-P", "secret", "dynsec"]
        for command in [
            ["createRole", "own"],
            ["addRoleACL", "own", "publishClientSend", "beaconbus-private/home/replies/+/#", "allow"],
            ["addRoleACL", "own", "subscribePattern", "beaconbus-private/home/replies/op_bert/#", "allow"],
            ["createClient", "bert", "-p", "pass"], ["addClientRole", "bert", "own"],
        ] {
            try await runTool(control, admin + command, in: folder.path)
        }
        var configuration = BusFixture.plain(broker.address, "bert", ["secret/#"])
        configuration.credentials = BusCredentials(username: "bert", password: "pass")
        configuration.limits.unauthorisedWait = .seconds(1)
        try await withClient(configuration) { client, log in
            #expect(await eventually { log.read { !$0.failures.isEmpty } })
            let failure = try #require(log.read { $0.failures.first })
            #expect(failure.kind == .subscriptionRefused)
            #expect(failure.error.code == .brokerUnauthorised)
            #expect(failure.error.reason.contains("secret/#"))
            #expect(log.read { $0.connected.isEmpty })
            try await runTool(
                control, admin + ["addRoleACL", "own", "subscribePattern", "secret/#", "allow"], in: folder.path)
            #expect(await eventually { log.read { $0.connected.count } == 1 })
            // A refused message is told by its PUBACK.
            client.perform { _, link in try? link.publish(rawTopic: "forbidden", [], token: PublishToken(1)) }
            #expect(await eventually { log.read { $0.outcomes.count } == 1 })
            if case .refused(let error)? = log.read({ $0.outcomes.first?.outcome }) {
                #expect(error.reason.contains("forbidden"))
            } else {
                Issue.record("the refusal was not told")
            }
        }
    }

    @Test("TLS with client certificates: the broker knows the client by its certificate")
    func certificates() async throws {
        let kit = try await CertificateKit(folder: folder.path)
        let server = try await kit.issue("broker")
        let client = try await kit.issue("op.home.anna")
        let broker = try MosquittoBroker(
            folder: folder.path, allowsAnonymous: false,
            [
                "cafile \(kit.authority)", "certfile \(server.certificate)", "keyfile \(server.key)",
                "require_certificate true", "use_identity_as_username true", "tls_version tlsv1.3",
            ])
        var configuration = BusFixture.plain(broker.address, "anna", ["t/#"])
        configuration.tls = TLSConfiguration(
            authorityFile: kit.authority, certificateFile: client.certificate, keyFile: client.key)
        try await withClient(configuration) { client, log in
            #expect(await eventually { log.read { $0.connected.count } == 1 })
            client.perform { _, link in
                for number in 0..<1_000 { try? link.publish(rawTopic: "t/1", Array("\(number)".utf8)) }
            }
            #expect(await eventually { log.read { $0.received.count } == 1_000 })
        }
        #expect(try readFile("\(folder.path)/mosquitto.log").contains("u'op.home.anna'"))

        let other = TemporaryFolder()
        let foreign = try await CertificateKit(folder: other.path, name: "Another authority")
        let stranger = try await foreign.issue("op.home.anna")
        let cases: [(TLSConfiguration, ErrorCode, String)] = [
            (
                TLSConfiguration(
                    authorityFile: foreign.authority, certificateFile: client.certificate, keyFile: client.key),
                .serverUntrusted, "the broker is not trusted"
            ),
            (
                TLSConfiguration(
                    authorityFile: kit.authority, certificateFile: stranger.certificate, keyFile: stranger.key),
                .certificateInvalid, "the broker does not trust us"
            ),
            (TLSConfiguration(authorityFile: kit.authority), .certificateInvalid, "no client certificate"),
            (
                TLSConfiguration(authorityFile: "\(other.path)/missing.pem"), .certificateInvalid,
                "a file that is not there"
            ),
        ]
        for (tls, code, what) in cases {
            var configuration = configuration
            configuration.tls = tls
            configuration.limits.unauthorisedWait = .seconds(30)
            try await withClient(configuration) { _, log in
                // The broker's reset may overtake its alert; then the next attempt tells.
                let kind: BusFailure.Kind = what.hasPrefix("a file") ? .filesUnusable : .untrusted
                #expect(await eventually { log.read { $0.failures.contains { $0.kind == kind } } }, "\(what)")
                let failure = log.read { $0.failures.first { $0.kind == kind } }
                #expect(failure?.error.code == code, "\(what): \(failure?.error.debugDescription ?? "")")
            }
        }
    }

    @Test("R17: plain text to another machine is refused before anything is sent")
    func plainText() async throws {
        for host in ["192.0.2.1", "broker.example", "127.evil.example", "127.0.0.1.example"] {
            var configuration = BusFixture.plain(BrokerAddress(host: host, port: 1883), "anna")
            await #expect(throws: BeaconBusError(.configurationInvalid, reason: "", suggestion: ""), "\(host)") {
                try await BusSession.with(configuration) { _ in }
            }
            configuration.allowsPlainText = true
            configuration.limits.connectDeadline = .milliseconds(200)
        }
    }
}
