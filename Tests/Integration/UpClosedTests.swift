import Glibc
import Identity
import Schema
import Support
import Testing

@Suite("Everything together on a closed bus", .timeLimit(.minutes(5)), .serialized)
struct UpClosedTests {
    /// What a run said about the steps of its node, in order.
    static func steps(_ output: String) throws -> [String] {
        let words = ["expected", "question", "token", "enrolled", "active", "started"]
        return try UpTests.lines(output).compactMap { line in
            guard line["event"]?.stringValue == "node", let subject = line["subject"]?.stringValue else { return nil }
            return words.contains(subject) ? subject : nil
        }
    }

    /// What `mosquitto_sub` hears in a few seconds with this certificate; exit code 27 is "time is over".
    static func hear(
        _ folder: String, _ port: UInt16, _ identity: (certificate: String, key: String)?, _ topics: [String],
        seconds: Int = 2
    ) async throws -> (code: Int32?, lines: [Substring]) {
        let output = "\(folder)/heard-\(UInt32.random(in: 0 ... .max))"
        var arguments = ["-h", "127.0.0.1", "-p", "\(port)", "-V", "5", "-v", "-W", "\(seconds)"]
        arguments += ["--cafile", "\(folder)/tls/authority.pem"]
        if let identity { arguments += ["--cert", identity.certificate, "--key", identity.key] }
        for topic in topics { arguments += ["-t", topic] }
        let process = try ChildProcess("/usr/bin/mosquitto_sub", arguments, output: output)
        let status = await process.ended(within: .seconds(30))
        let lines = try readFile(output).split(separator: "\n")
        return (status.flatMap { ChildProcess.exitCode($0) }, lines.filter { $0.hasPrefix("beaconbus") })
    }

    /// Several at the same time, the answers in order.
    static func hearEach(
        _ wanted: [(folder: String, port: UInt16, identity: (certificate: String, key: String)?, topics: [String])]
    ) async throws -> [(code: Int32?, lines: [Substring])] {
        try await withThrowingTaskGroup(of: (Int, (code: Int32?, lines: [Substring])).self) { group in
            for (index, one) in wanted.enumerated() {
                group.addTask { (index, try await hear(one.folder, one.port, one.identity, one.topics)) }
            }
            var all: [Int: (code: Int32?, lines: [Substring])] = [:]
            for try await (index, heard) in group { all[index] = heard }
            return wanted.indices.compactMap { all[$0] }
        }
    }

    @Test("H25 to H30, R17: from an empty folder up ends in a running node whose certificates came by the token flow")
    func fromNothing() async throws {
        let temporary = TemporaryFolder()
        // The broker's own user passes through.
        chmod(temporary.path, 0o711)
        let folder = "\(temporary.path)/data"
        let output = "\(temporary.path)/out"
        let up = try UpTests.start(["--data-dir", folder], closed: true, output: output)
        let isActive = await eventually(within: .seconds(120)) {
            let steps = (try? Self.steps(output)) ?? []
            return steps.contains("active") && steps.contains("started")
        }
        #expect(isActive, "\(UpTests.text(output))")
        let steps = try Self.steps(output)
        #expect(Array(steps.prefix(3)) == ["expected", "question", "token"], "\(steps)")
        #expect(steps.count { $0 == "question" } == 1 && steps.count { $0 == "active" } == 1, "\(steps)")
        let record = try JSONValue.parse(Array(readFile("\(folder)/site.json").utf8))
        let ports = try #require(record["ports"]?.stringValue).split(separator: ",").compactMap { UInt16($0) }
        try #require(ports.count == 3)

        // Nobody without a certificate hears anything, on any listener, whatever he asks for.
        let nobody = try await Self.hearEach(ports.map { (folder, $0, nil, ["#", "$SYS/#", "beaconbus/home/#"]) })
        for heard in nobody { #expect(heard.code != 0 && heard.lines.isEmpty, "\(heard)") }
        // A stranger's certificate is none.
        let strangers = "\(temporary.path)/strangers"
        mkdir(strangers, 0o700)
        let stranger = try await CertificateKit(folder: strangers).issue("op.home.up")
        let refused = try await Self.hear(folder, ports[1], stranger, ["#"])
        #expect(refused.code != 0 && refused.lines.isEmpty, "\(refused)")

        // The operator hears all of the public root and nothing else.
        let person = ("\(folder)/tls/op_up.crt", "\(folder)/tls/op_up.key")
        let heard = try await Self.hear(folder, ports[1], person, ["beaconbus/home/#"])
        for topic in ["nodes/demo/state", "services/authority", "services/gate", "monitored", "nodes/demo/scanner"] {
            #expect(heard.lines.contains { $0.hasPrefix("beaconbus/home/\(topic) ") }, "\(topic)")
        }
        let secret = try await Self.hear(folder, ports[1], person, ["beaconbus-private/home/#", "$CONTROL/#"])
        #expect(secret.lines.isEmpty, "\(secret)")

        // The node hears what is for it. On the people's listener, where it does not push its own process off.
        let current = "\(folder)/identity/current"
        let node = ("\(current)/lifecycle.crt", "\(current)/lifecycle.key")
        let own = try await Self.hear(
            folder, ports[1], node, ["beaconbus/home/nodes/demo/#", "beaconbus/home/monitored"])
        #expect(own.lines.contains { $0.hasPrefix("beaconbus/home/nodes/demo/state ") })
        let closed = [
            "#", "beaconbus/home/#", "beaconbus/home/actions/#", "beaconbus-private/home/#",
            "beaconbus-private/home/tokens/#", "beaconbus-private/home/replies/op_up/#", "beaconbus/home/inboxes/+",
        ]
        let foreign = try await Self.hearEach(closed.map { (folder, ports[1], node, [$0]) })
        for (topic, heard) in zip(closed, foreign) { #expect(heard.lines.isEmpty, "\(topic): \(heard)") }

        // Its certificate is the one in its state, valid, of this site's authority, over a key that only it has.
        let state = try #require(
            heard.lines.first { $0.hasPrefix("beaconbus/home/nodes/demo/state ") }.flatMap { line in
                try? JSONValue.parse(Array(line[line.index(after: line.firstIndex(of: " ")!)...].utf8))
            })
        #expect(state["certificate"]?["status"] == "valid" && state["state"] == "running", "\(state)")
        let set = try #require(state["certificate"]?["set"]?.stringValue)
        #expect(try await runTool("/usr/bin/readlink", [current], in: temporary.path).contains(set))
        let leaf = try #require(try Certificate.chain(pem: readFile(node.0)).first)
        try TrustStore(pem: readFile("\(folder)/tls/authority.pem")).verify([leaf], purpose: .client, at: .now())
        #expect(leaf.client == ClientID("n.home.demo"))
        #expect(
            access("\(folder)/identity/bootstrap.pem", F_OK) != 0
                || SiteMode.of("\(folder)/identity/bootstrap.pem") == 0o600)

        // Status says the same in words, and two commands at once do not push each other off.
        async let first = runTool(
            BuiltProgram.path("beaconctl"), ["--config", "\(folder)/op_up.yaml", "status"], in: temporary.path)
        async let second = runTool(
            BuiltProgram.path("beaconctl"), ["--config", "\(folder)/op_up.yaml", "status"], in: temporary.path)
        for text in try await [first, second] {
            #expect(text.contains("valid 89 d") && text.contains("active"), "\(text)")
        }

        up.send(SIGINT)
        let status = try #require(await up.ended(within: .seconds(60)))
        #expect(ChildProcess.exitCode(status) == 0, "\(UpTests.text(output))")
        let stops = try UpTests.lines(output).compactMap { $0["subject"]?.stringValue }.filter {
            $0.hasPrefix("stopping ")
        }
        #expect(
            stops
                == ["lifecycle", "scanner", "gate", "dispatch", "metadata", "authority", "broker"].map {
                    "stopping \($0)"
                })

        // Started again, it goes on with its certificates and asks nobody.
        let again = "\(temporary.path)/again"
        let next = try UpTests.start(["--data-dir", folder], closed: true, output: again)
        let hears = await eventually(within: .seconds(90)) {
            (try? UpTests.lines(again).contains { $0["event"] == "changed" || $0["event"] == "active" }) ?? false
        }
        #expect(hears, "\(UpTests.text(again))")
        let asked = try Self.steps(again).filter { $0 != "started" }
        #expect(asked == [], "no question, nothing issued")
        #expect(try await runTool("/usr/bin/readlink", [current], in: temporary.path).contains(set))
        await next.terminate(within: .seconds(30))
    }
}

/// The rights of a file.
enum SiteMode {
    static func of(_ path: String) -> UInt32 {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }
}
