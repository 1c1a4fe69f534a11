import Glibc
import Identity
import Schema
import ServiceKit
import Support
import Testing

@testable import BeaconControl

@Suite("Validators on the command line")
struct ValidatorOptionsTests {
    let folder = TemporaryFolder()

    private func definition(_ words: String...) throws -> ValidatorDefinition {
        guard case .run(let invocation) = try CommandTable.root.parse(["app", "add", "site"] + words) else {
            throw CommandFailure("not run")
        }
        return try ValidatorOptions.definition(invocation)
    }

    private func write(_ name: String, _ text: String) throws -> String {
        try writeFile("\(folder.path)/\(name)", text)
        return "\(folder.path)/\(name)"
    }

    @Test("Each kind takes its own options")
    func kinds() throws {
        #expect(try definition("--validator", "file") == ValidatorDefinition(kind: .file))
        #expect(
            try definition(
                "--validator", "http", "--url", "https://x.example/v", "--address", "203.0.113.7", "--address",
                "10.0.0.0/8")
                == ValidatorDefinition(
                    kind: .http, url: "https://x.example/v", addresses: ["203.0.113.7", "10.0.0.0/8"]))
        #expect(
            try definition("--validator", "mqtt", "--client", "obs.home.desk")
                == ValidatorDefinition(kind: .mqtt, client: ClientID("obs.home.desk")))
        let key = try PrivateKey.generate().publicKey.pem
        #expect(
            try definition(
                "--validator", "jwt", "--algorithm", "ES256", "--key-file", write("key.pem", key), "--issuer", "me",
                "--audience", "beaconbus", "--leeway", "10s")
                == ValidatorDefinition(
                    kind: .jwt, algorithm: .es256, key: key, issuer: "me", audience: "beaconbus", leeway: 10_000))
    }

    @Test("What is missing, or belongs to another kind, is named before anything is sent")
    func mistakes() throws {
        let key = try write("key.pem", PrivateKey.generate().publicKey.pem)
        let cases: [(words: [String], part: String)] = [
            ([], "--validator"), (["--validator", "http"], "--url"), (["--validator", "mqtt"], "--client"),
            (["--validator", "jwt", "--key-file", key, "--audience", "x"], "--algorithm"),
            (["--validator", "jwt", "--algorithm", "ES256", "--audience", "x"], "--key-file"),
            (["--validator", "jwt", "--algorithm", "ES256", "--key-file", key], "--audience"),
            (["--validator", "file", "--url", "https://x"], "--url"),
            (["--validator", "http", "--url", "https://x", "--audience", "x"], "--audience"),
        ]
        for (words, part) in cases {
            do {
                guard case .run(let invocation) = try CommandTable.root.parse(["app", "add", "site"] + words) else {
                    continue
                }
                _ = try ValidatorOptions.definition(invocation)
                Issue.record("\(words) was taken")
            } catch let error as CommandFailure {
                #expect(error.code == .usage && error.description.contains(part), "\(error)")
            }
        }
        #expect(throws: BeaconBusError.self) {
            try definition("--validator", "jwt", "--algorithm", "RS256", "--key-file", key, "--audience", "x")
        }
    }

    @Test("D13: a shared secret comes from a file nobody else may read, and is checked here")
    func secrets() throws {
        let secret = Base64.encode(SystemRandom.bytes(32))
        let file = try write("secret", secret + "\n")
        let words = ["--validator", "jwt", "--algorithm", "HS256", "--audience", "x", "--key-file"]
        func key(_ path: String) throws -> String? {
            guard case .run(let invocation) = try CommandTable.root.parse(["app", "add", "site"] + words + [path])
            else { return nil }
            return try ValidatorOptions.definition(invocation).key
        }
        #expect(try key(file) == secret)
        chmod(file, 0o644)
        #expect(throws: Secret.Problem.self) { try key(file) }
        #expect(throws: BeaconBusError.self) { try key(write("short", Base64.encode([1, 2, 3]))) }
        // No option takes a secret itself.
        let names = CommandTable.root.subcommands.flatMap { [$0] + $0.subcommands }.flatMap(\.options).map(\.name)
        #expect(!names.contains { ["token", "secret", "key", "password"].contains($0) })
    }
}
