import Identity
import Schema
import Support
import Testing

@testable import AuthorityService

@Suite(.serialized) struct WebValidatorTests {
    private func definition(_ server: ScriptedWebServer, addresses: [String]? = ["127.0.0.0/8"]) -> ValidatorDefinition
    {
        ValidatorDefinition(kind: .http, url: server.url(), addresses: addresses)
    }

    @Test("H29: the question carries token, user, app, node, request and the hash of the signing requests, signed")
    func asks() async throws {
        let bench = try JudgeBench()
        let server = try ScriptedWebServer { _ in [.answer(200, #"{"valid":true}"#)] }
        defer { server.close() }
        let older = SecretBytes([UInt8](repeating: 8, count: 32))
        let use = try await bench.judge(
            definition(server), JudgeBench.question("opaque-token"), secrets: [JudgeBench.secret, older]
        ).get()
        try bench.spend(use)
        let request = try #require(server.requests.first)
        #expect(request.headers["content-type"] == "application/json")
        #expect(request.headers["idempotency-key"] == "r-1")
        let body = try JSONValue.parse(request.body)
        #expect(
            body == [
                "app": "visits", "user": "owner", "node": "kitchen", "purpose": "enrol", "token": "opaque-token",
                "request": "r-1", "requestsHash": .string(String(repeating: "0a", count: 32)),
                "time": .string(bench.now.description),
            ])
        // As a validator checks it: the bytes as they came, each of its own secrets.
        let seconds = "\(bench.now.milliseconds / 1_000)"
        let message = Array("\(seconds).".utf8) + request.body
        let parts = [JudgeBench.secret, older].map { "v1=" + HexText.encode(HMAC.sha256(key: $0, message: message)) }
        #expect(request.headers["x-beaconbus-signature"] == (["t=\(seconds)"] + parts).joined(separator: ","))
        // A token that has enrolled is not asked about again.
        #expect(await bench.judge(definition(server), JudgeBench.question("opaque-token")).code == .tokenUsed)
        #expect(server.requests.count == 1)
    }

    @Test("the signature of a known question is the one that openssl makes")
    func knownSignature() {
        // printf '1767225600.{"a":1}' | openssl dgst -sha256 -mac HMAC -macopt hexkey:0707…07
        let value = ValidatorSignature.value(
            body: Array(#"{"a":1}"#.utf8), at: WallTime(milliseconds: 1_767_225_600_999), secrets: [JudgeBench.secret])
        #expect(value == "t=1767225600,v1=cf7e038bba3151d313e4b5e988ef891bdc972353908c206a0bd14db76c8dc961")
    }

    @Test("a refusal comes in the validator's words, without the token")
    func refusal() async throws {
        let bench = try JudgeBench()
        let server = try ScriptedWebServer { request in
            request.headers["idempotency-key"] == nil
                ? [.answer(400, "")]
                : [.answer(200, #"{"valid":false,"code":"nodeBanned","reason":"closed since May"}"#)]
        }
        defer { server.close() }
        let error = try #require(await bench.judge(definition(server), JudgeBench.question("opaque-token")).error)
        #expect(error.code == .nodeBanned)
        #expect(error.reason.contains("closed since May"))
        let echo = try ScriptedWebServer { request in
            let token = (try? JSONValue.parse(request.body))?["token"]?.stringValue ?? ""
            return [.answer(200, #"{"valid":false,"reason":"I do not know \#(token)"}"#)]
        }
        defer { echo.close() }
        let silent = try #require(await bench.judge(definition(echo), JudgeBench.question("opaque-token")).error)
        #expect(!silent.debugDescription.contains("opaque-token"))
    }

    @Test(
        "T6, T7: hostile validators: each its own code, never a yes",
        arguments: [
            ("500", [WebStep.answer(500, #"{"valid":true}"#)], ErrorCode.validatorUnreachable),
            ("503 in HTML", [.answer(503, "<html></html>", type: "text/html")], .validatorUnreachable),
            ("a redirect", [.answer(302, "", headers: ["Location: http://127.0.0.1:1/"])], .validatorInvalid),
            ("HTML", [.answer(200, "<html>valid</html>", type: "text/html")], .validatorInvalid),
            ("404", [.answer(404, #"{"valid":true}"#)], .validatorInvalid),
            (
                "64 KiB of HTML",
                [.send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)), .flood(Array("<p>".utf8), count: 70_000)],
                .validatorInvalid
            ),
            ("a reset", [.reset], .validatorUnreachable),
            (
                "half an answer",
                [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{\"valid\":tru".utf8)), .close],
                .validatorUnreachable
            ),
            (
                "a length that cuts",
                [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{\"valid\":true}".utf8))],
                .validatorInvalid
            ),
            ("another protocol", [.send(Array("SSH-2.0-OpenSSH\r\n".utf8)), .close], .validatorInvalid),
            ("yes and no", [.answer(200, #"{"valid":true,"valid":false}"#)], .validatorInvalid),
        ])
    func hostile(_ name: String, _ steps: [WebStep], _ code: ErrorCode) async throws {
        let bench = try JudgeBench()
        let server = try ScriptedWebServer { _ in steps }
        defer { server.close() }
        let result = await bench.judge(definition(server), JudgeBench.question("opaque-token"))
        #expect(result.code == code, "\(name): \(result)")
        #expect(result.error?.retryable == true)
        #expect(result.error?.debugDescription.contains("opaque-token") == false)
    }

    @Test("a validator that is down, silent or slow is unreachable within 5 s, and others are not held back")
    func slow() async throws {
        let bench = try JudgeBench()
        let server = try ScriptedWebServer { _ in
            [
                .trickle(
                    Array("HTTP/1.1 200 OK\r\nX-Slow: \(String(repeating: "a", count: 500))".utf8),
                    every: .milliseconds(50))
            ]
        }
        let quick = try ScriptedWebServer { _ in [.answer(200, #"{"valid":true}"#)] }
        defer {
            server.close()
            quick.close()
        }
        let clock = ContinuousClock()
        let began = clock.now
        let slow = (0..<20).map { bench.start(definition(server), JudgeBench.question("slow-token-\($0)")) }
        let other = AppID("quick")!
        for index in 0..<20 {
            let question = JudgeBench.question("quick-token-\(index)", app: other)
            #expect(await bench.judge(definition(quick), question).code == nil)
        }
        #expect(clock.now - began < .seconds(3))
        #expect(await eventually { slow.allSatisfy { bench.results.of($0).count == 1 } })
        #expect(clock.now - began < .seconds(8))
        #expect(slow.allSatisfy { bench.results.of($0).first?.code == .validatorUnreachable })
        let nobody = ValidatorDefinition(
            kind: .http, url: "http://127.0.0.1:\(LoopbackPort.free())/", addresses: ["127.0.0.1"])
        #expect(await bench.judge(nobody, JudgeBench.question("opaque-token")).code == .validatorUnreachable)
    }

    @Test("T7: a name that leads to this machine, and is not listed, is never connected to")
    func rebinding() async throws {
        let bench = try JudgeBench()
        let server = try ScriptedWebServer { _ in [.answer(200, #"{"valid":true}"#)] }
        defer { server.close() }
        for (host, addresses) in [("localhost", nil), ("localhost", ["192.0.2.0/24"]), ("127.0.0.1", ["::1"])] {
            let url = "https://\(host):\(server.port)/"
            let error = try #require(
                await bench.judge(
                    ValidatorDefinition(kind: .http, url: url, addresses: addresses),
                    JudgeBench.question("opaque-token")
                ).error)
            #expect(error.code == .validatorUnreachable)
            #expect(error.reason.contains("127.0.0.1") || error.reason.contains("::1"))
        }
        #expect(server.connections == 0)
    }

    @Test("T6: a validator with another certificate is told nothing; with the right one it is asked")
    func certificates() async throws {
        let (folder, second) = (TemporaryFolder(), TemporaryFolder())
        let kit = try await CertificateKit(folder: folder.path)
        let other = try await CertificateKit(folder: second.path)
        let server = try ScriptedWebServer(tls: try await kit.issue("localhost")) { _ in
            [.answer(200, #"{"valid":true}"#)]
        }
        defer { server.close() }
        let bad = try JudgeBench(authorityFile: other.authority)
        #expect(await bad.judge(definition(server), JudgeBench.question("opaque-token")).code == .validatorUnreachable)
        #expect(server.requests.isEmpty)
        let good = try JudgeBench(authorityFile: kit.authority)
        #expect(await good.judge(definition(server), JudgeBench.question("opaque-token")).code == nil)
    }

    @Test("D5: a renewal is asked about without a token, and may be vetoed")
    func renewal() async throws {
        let bench = try JudgeBench()
        let server = try ScriptedWebServer { request in
            let body = try? JSONValue.parse(request.body)
            let isRenewal = body?["purpose"] == "renew" && body?["token"] == nil
            return [.answer(200, isRenewal && body?["node"] == "kitchen" ? #"{"valid":true}"# : #"{"valid":false}"#)]
        }
        defer { server.close() }
        let kitchen = JudgeBench.question(nil, purpose: .renew)
        #expect(try await bench.judge(definition(server), kitchen).get() == .nothing)
        let hall = JudgeBench.question(nil, node: NodeID("hall")!, purpose: .renew)
        #expect(await bench.judge(definition(server), hall).code == .tokenInvalid)
    }
}
