import Bus
import Glibc
import Identity
import Schema
import Store
import Support
import Testing

/// The operator's commands about identities, on a closed site with the real broker, gate and authority.
@Suite(
    "beaconctl node, app, token, cert", .enabled(if: MosquittoBroker.isInstalled), .timeLimit(.minutes(3)), .serialized)
struct IdentityCommandTests {
    /// What a command wrote and how it ended.
    struct Ending {
        let code: Int32?
        let output: String
    }

    private func run(_ site: UpClosedSite, _ words: String..., `as` name: String = "op_test") async throws -> Ending {
        try await run(site, words, as: name)
    }

    private func run(_ site: UpClosedSite, _ words: [String], `as` name: String = "op_test") async throws -> Ending {
        let output = "\(site.temporary.path)/command-\(UInt32.random(in: 0 ... .max)).out"
        let child = try ChildProcess(
            BuiltProgram.path("beaconctl"), ["--config", "\(site.folder)/\(name).yaml"] + words, output: output)
        let status = await child.ended(within: .seconds(30))
        child.kill()
        return Ending(
            code: status.flatMap { ChildProcess.exitCode($0) },
            output: String(decoding: try AtomicFile(path: output).read() ?? [], as: UTF8.self))
    }

    private func mode(_ path: String) -> UInt32 {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test("H28–H30: an operator makes an app, a token and a bundle, and sees how the node stands; revoking cuts it")
    func nodes() async throws {
        let site = try await UpClosedSite()
        var end = try await run(site, "app", "list")
        #expect(end.code == 0 && end.output.contains("There are no apps yet"), "\(end)")
        end = try await run(site, "app", "add", "visits", "--validator", "file", "--life", "30d")
        #expect(end.code == 0 && end.output.contains("visits: enabled, file"), "\(end)")
        end = try await run(site, "app", "add", "visits", "--validator", "file")
        #expect(end.code == 1 && end.output.contains("already"), "\(end)")
        end = try await run(site, "app", "disable", "other")
        #expect(end.code == 1 && end.output.contains("no app other"), "\(end)")

        let bundle = "\(site.temporary.path)/kitchen.pem"
        end = try await run(site, "node", "add", "kitchen", "--app", "visits", "--out", bundle)
        #expect(end.code == 0 && end.output.contains("kitchen is expected until"), "\(end)")
        #expect(!end.output.contains("PRIVATE KEY"))
        #expect(mode(bundle) == 0o600)
        #expect(try BootstrapBundle(pem: Array(readFile(bundle).utf8)).client == ClientID("boot.home.kitchen"))
        end = try await run(site, "node", "add", "kitchen", "--out", bundle)
        #expect(end.code == 73 && end.output.contains("there already"), "\(end)")
        end = try await run(site, "node", "add", "hall", "--json")
        let added = try JSONValue.parse(text: end.output)
        #expect(try BootstrapBundle(pem: Array((added["bundle"]?.stringValue ?? "").utf8)).client.name == "hall")
        end = try await run(site, "node", "list")
        #expect(end.output.contains("kitchen  expected") && end.output.contains("visits"), "\(end)")
        end = try await run(site, "node", "list", "--standing", "active")
        #expect(end.code == 0 && end.output.contains("no such nodes"), "\(end)")

        let tokens = "\(site.temporary.path)/tokens"
        end = try await run(site, "token", "create", "visits", "--node", "kitchen", "--count", "2", "--out", tokens)
        #expect(end.code == 0 && mode(tokens) == 0o600, "\(end)")
        let lines = try readFile(tokens).split(separator: "\n").map(String.init)
        #expect(lines.count == 2 && !lines.contains { end.output.contains($0) })
        let one = "\(site.temporary.path)/token"
        try writeFile(one, lines[0])
        end = try await run(site, "app", "test", "visits", "--node", "kitchen", "--token-file", one)
        #expect(end.code == 0 && end.output.contains("Valid"), "\(end)")
        end = try await run(site, "app", "test", "visits", "--node", "kitchen", "--token-file", one)
        #expect(end.code == 1 && end.output.contains("tokenUsed") && !end.output.contains(lines[0]), "\(end)")

        end = try await run(site, "node", "revoke", "kitchen", "--ban", "--reason", "stolen")
        #expect(end.code == 0 && end.output.contains("kitchen: banned"), "\(end)")
        end = try await run(site, "node", "add", "kitchen")
        #expect(end.code != 0 && end.output.contains("nodeBanned"), "\(end)")
        end = try await run(site, "node", "forget", "kitchen")
        #expect(end.code == 0 && end.output.contains("kitchen: forgotten"), "\(end)")
        end = try await run(site, "node", "forget", "--standing", "waiting")
        #expect(end.code == 0 && end.output == "Nobody waits.\n", "\(end)")
        end = try await run(site, "node", "approve", "nobody")
        #expect(end.code != 0 && end.output.contains("notFound"), "\(end)")
    }

    @Test("R17: without its gate nobody is let in or cut off, and each command says so with 75; status is not well")
    func gateIsDown() async throws {
        let site = try await UpClosedSite()
        var end = try await run(site, "cert", "revoke", "svc.home.gate")
        #expect(end.code == 65 && end.output.contains("site init"), "\(end)")
        end = try await run(site, "node", "add", "kitchen", "--out", "\(site.temporary.path)/kitchen.pem")
        #expect(end.code == 0, "\(end)")
        await site.stopGate()
        let bundle = "\(site.temporary.path)/hall.pem"
        for words in [
            ["node", "add", "hall", "--out", bundle],
            ["cert", "issue", "op.home.anna", "--out", "\(site.temporary.path)/anna"],
            ["node", "bundle", "--out", "\(site.temporary.path)/join.pem"],
        ] {
            end = try await run(site, words)
            #expect(end.code == 75 && end.output.contains("is beacon-gate running?"), "\(words): \(end)")
        }
        #expect(mode(bundle) == 0o600, "it is made all the same")
        end = try await run(site, "status")
        #expect(end.code == 1, "\(end)")
        for service in ["dispatch", "metadata"] {
            #expect(end.output.split(separator: "\n").contains { $0.hasPrefix(service) && $0.contains("never seen") })
        }
        // Back with a new key, as the refusal says.
        let old = try readFile("\(site.folder)/tls/gate.key")
        for file in ["gate.key", "gate.crt"] { unlink("\(site.folder)/tls/\(file)") }
        try await runTool(
            BuiltProgram.path("beaconctl"),
            [
                "site", "init", "--data-dir", site.folder, "--service-user", "root", "--broker-profile",
                "\(UpTests.root)/deploy/mosquitto/closed.conf.in",
            ], in: site.temporary.path)
        #expect(try readFile("\(site.folder)/tls/gate.key") != old)
        try site.startGate()
        let isConfirmed = try await eventually(within: .seconds(30)) {
            try await run(
                site, "cert", "issue", "op.home.bert", "--out", "\(site.temporary.path)/\(SystemRandom.serial())"
            )
            .code == 0
        }
        #expect(isConfirmed)
    }

    @Test("H29, T24: an app's tokens are seen by the client that it names, and not any more when it names another one")
    func judges() async throws {
        let site = try await UpClosedSite()
        let (judge, other) = ("obs.home.judge", "obs.home.other")
        var end = try await run(site, "app", "add", "doors", "--validator", "mqtt", "--client", judge)
        #expect(end.code == 0 && end.output.contains("cert issue \(judge) --validates doors"), "\(end)")
        for client in [judge, other] {
            let prefix = "\(site.temporary.path)/\(client)"
            end = try await run(site, "cert", "issue", client, "--validates", "doors", "--out", prefix)
            #expect(end.code == 0, "\(end)")
        }
        func asks(_ token: String) async throws {
            let file = "\(site.temporary.path)/\(token)"
            try writeFile(file, token)
            let end = try await run(site, "app", "test", "doors", "--token-file", file)
            #expect(end.code == 1 && end.output.contains("validatorUnreachable"), "nobody answers: \(end)")
        }
        let first = try listen(site, judge)
        defer { first.kill() }
        let refused = try listen(site, other)
        #expect(await refused.ended(within: .seconds(10)) != nil, "it may not subscribe")
        try await asks("token-one")
        #expect(said(site, judge).contains("token-one") && !said(site, other).contains("token-one"))

        end = try await run(site, "app", "set-validator", "doors", "--validator", "mqtt", "--client", other)
        #expect(end.code == 0 && end.output == "doors: enabled, mqtt \(other)\n", "\(end)")
        let second = try listen(site, other)
        defer { second.kill() }
        let hears = await eventually(within: .seconds(10)) { said(site, other).contains("Subscribed") }
        #expect(hears, "\(said(site, other))")
        try await asks("token-two")
        #expect(said(site, other).contains("token-two") && !said(site, judge).contains("token-two"))
    }

    /// mosquitto_sub as a client that wants to judge tokens; what it says is in a file of its name.
    private func listen(_ site: UpClosedSite, _ client: String) throws -> ChildProcess {
        let prefix = "\(site.temporary.path)/\(client)"
        return try ChildProcess(
            "/usr/bin/mosquitto_sub",
            [
                "-h", "127.0.0.1", "-p", "\(site.ports[0])", "-V", "5", "-q", "1", "-v", "-d", "--cafile",
                "\(site.folder)/tls/authority.pem", "--cert", "\(prefix).crt", "--key", "\(prefix).key", "-t",
                "\(site.roots.private)/apps/doors/validate",
            ], output: "\(prefix).said")
    }

    private func said(_ site: UpClosedSite, _ client: String) -> String {
        (try? readFile("\(site.temporary.path)/\(client).said")) ?? ""
    }

    @Test("An operator issues, uses, lists and revokes certificates; a revoked one is out at once")
    func certificates() async throws {
        let site = try await UpClosedSite()
        let prefix = "\(site.temporary.path)/anna"
        var end = try await run(site, "cert", "issue", "op.home.anna", "--out", prefix, "--valid", "2d")
        #expect(end.code == 0 && end.output.contains("op.home.anna: valid until"), "\(end)")
        #expect(mode("\(prefix).key") == 0o600 && mode("\(prefix).crt") == 0o644)
        end = try await run(site, "cert", "show", "\(prefix).crt")
        #expect(
            end.code == 0 && end.output.contains("op.home.anna: valid") && end.output.contains("clientAuth"), "\(end)")
        let own = try readFile("\(site.folder)/op_test.yaml")
        try writeFile(
            "\(site.folder)/op_anna.yaml",
            own.replacing("\(site.folder)/tls/op_test.", with: "\(prefix)."))
        end = try await run(site, "cert", "list", as: "op_anna")
        #expect(
            end.code == 0 && end.output.contains("op.home.anna") && end.output.contains("svc.home.authority"), "\(end)")
        end = try await run(site, "cert", "list", "--client", "op.home.anna", "--json")
        let entry = try JSONValue.parse(text: end.output)
        #expect(entry["serial"]?.stringValue == (try Certificate(pem: readFile("\(prefix).crt"))).serial)
        end = try await run(site, "cert", "revoke", "op.home.anna", "--reason", "left")
        #expect(end.code == 0 && end.output.contains("1 certificate revoked, cut off within"), "\(end)")
        end = try await run(site, "cert", "list", as: "op_anna")
        #expect(end.code != 0, "\(end)")
        for client in ["n.home.kitchen", "boot.home.kitchen", "op.shop.anna"] {
            end = try await run(site, "cert", "issue", client, "--out", "\(site.temporary.path)/bad")
            #expect(end.code != 0 && access("\(site.temporary.path)/bad.key", F_OK) != 0, "\(end)")
        }
    }

    @Test("An app's secret and key come out once, and never in a list")
    func secrets() async throws {
        let site = try await UpClosedSite()
        let file = "\(site.temporary.path)/secret"
        var end = try await run(
            site, "app", "add", "web", "--validator", "http", "--url", "https://visits.example/v", "--secret-out", file)
        #expect(end.code == 0, "\(end)")
        let secret = try readFile(file).split(separator: "\n").map(String.init)[0]
        #expect(mode(file) == 0o600 && (Base64.decode(secret)?.count ?? 0) >= 32 && !end.output.contains(secret))
        let shared = Base64.encode(SystemRandom.bytes(32))
        let key = "\(site.temporary.path)/hs256"
        try writeFile(key, shared)
        end = try await run(
            site, "app", "add", "signed", "--validator", "jwt", "--algorithm", "HS256", "--audience", "beaconbus",
            "--key-file", key)
        #expect(end.code == 0 && !end.output.contains(shared), "\(end)")
        end = try await run(site, "app", "list", "--json")
        #expect(end.output.contains("visits.example") && !end.output.contains(secret) && !end.output.contains(shared))
        end = try await run(site, "app", "rotate-secret", "web")
        #expect(end.code == 0 && end.output.contains("shown this once") && !end.output.contains(secret), "\(end)")
        end = try await run(site, "app", "disable", "web")
        #expect(end.code == 0 && end.output.contains("web: disabled"), "\(end)")
        end = try await run(site, "app", "set-validator", "web", "--validator", "file")
        #expect(end.code == 0 && end.output.contains("disabled, file"), "\(end)")
        end = try await run(site, "app", "enable", "web")
        #expect(end.code == 0 && end.output.contains("web: enabled"), "\(end)")
    }

    @Test(
        "A machine nobody announced asks with the shared bundle, waits, and is let in only with the key that was approved"
    )
    func joining() async throws {
        let site = try await UpClosedSite()
        let node = try NodeID(validating: "attic")
        mkdir(site.home(node), 0o700)
        mkdir(site.identity(node), 0o700)
        var end = try await run(site, "app", "add", "site", "--validator", "file")
        #expect(end.code == 0, "\(end)")
        end = try await run(site, "token", "create", "site", "--out", "\(site.home(node))/token")
        #expect(end.code == 0, "\(end)")
        end = try await run(site, "node", "bundle", "--out", "\(site.identity(node))/bootstrap.pem")
        #expect(end.code == 0 && !end.output.contains("PRIVATE"), "\(end)")
        try writeFile("\(site.home(node))/node.yaml", site.configuration(node))
        let lifecycle = try site.startNode(node)
        defer { lifecycle.kill() }
        var waiting: JSONValue?
        for _ in 0..<60 where waiting == nil {
            end = try await run(site, "node", "list", "--standing", "waiting", "--json")
            waiting = try? JSONValue.parse(text: end.output)
        }
        let fingerprint = try #require(waiting?["fingerprint"]?.stringValue, "\(end) \(site.text(of: [node]))")
        #expect(waiting?["node"]?.stringValue == "attic")
        #expect(site.text(of: [node]).contains(fingerprint), "the machine itself shows its fingerprint")
        end = try await run(site, "node", "approve", "attic", "--fingerprint", String(repeating: "0", count: 64))
        #expect(end.code != 0, "\(end)")
        end = try await run(site, "node", "approve", "attic", "--fingerprint", String(fingerprint.prefix(16)))
        #expect(end.code == 0 && end.output == "attic: expected, with the key \(fingerprint)\n", "\(end)")
        #expect(try await site.areActive([node]), "\(site.text(of: [node]))")
        end = try await run(site, "cert", "show", site.identity(node))
        #expect(end.code == 0 && end.output.contains("n.home.attic: valid"), "\(end)")
        end = try await run(site, "cert", "revoke", "boot.home.join")
        #expect(end.code == 0 && end.output.contains("1 certificate revoked"), "\(end)")
        end = try await run(site, "node", "revoke", "attic")
        #expect(end.code == 0 && end.output.contains("cut off within"), "\(end)")
        #expect(try readFile("\(site.folder)/authority/audit.log").contains("attic"))
    }
}
