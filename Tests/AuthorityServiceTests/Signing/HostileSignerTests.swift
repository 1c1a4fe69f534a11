import Identity
import Schema
import Support
import Testing
import Web

@testable import AuthorityService

@Suite(.serialized) struct HostileSignerTests {
    private func json(_ certificate: String) -> String {
        let body: JSONValue = [
            "success": true, "result": ["certificate": .string(certificate)], "errors": [], "messages": [],
        ]
        return body.description
    }

    @Test(
        "what is no answer is rejected, what may pass is unreachable",
        arguments: [
            ("500", [WebStep.answer(500, "{}")], ErrorCode.signerUnreachable),
            ("a redirect", [.answer(302, "", headers: ["Location: http://127.0.0.1:1/"])], .authorityRejected),
            ("HTML", [.answer(200, "<html></html>", type: "text/html")], .authorityRejected),
            (
                "64 KiB", [.send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)), .flood(Array("<p>".utf8), count: 70_000)],
                .authorityRejected
            ),
            ("a reset", [.reset], .signerUnreachable),
            ("no success", [.answer(200, #"{"result":{"certificate":"x"}}"#)], .authorityRejected),
            (
                "success that is a text", [.answer(200, #"{"success":"true","result":{"certificate":"x"}}"#)],
                .authorityRejected
            ),
            ("no result", [.answer(200, #"{"success":true,"result":null}"#)], .authorityRejected),
            (
                "a certificate that is none", [.answer(200, #"{"success":true,"result":{"certificate":"x"}}"#)],
                .authorityRejected
            ),
            (
                "an error of cfssl",
                [
                    .answer(
                        400, #"{"success":false,"result":null,"errors":[{"code":9002,"message":"CSR Decode failed"}]}"#)
                ], .authorityRejected
            ),
        ])
    func nonsense(_ name: String, _ steps: [WebStep], _ code: ErrorCode) async throws {
        let bench = try SigningBench()
        let server = try ScriptedWebServer { _ in steps }
        defer { server.close() }
        let orders = [try bench.order(), try bench.order(), try bench.order()]
        let result = await bench.sign(try bench.signer(server.url("")), orders)
        #expect(result.code == code, "\(name): \(result)")
        #expect(bench.told == 1)
    }

    @Test("T5: lies: another's certificate, the last one again, several at once, one of the two only")
    func lies() async throws {
        let bench = try SigningBench()
        let orders = [try bench.order(), try bench.order(ClientID("s.home.kitchen")!)]
        let good = try await bench.sign(OwnSigner(authority: bench.authority), orders).get()
        func result(_ respond: @escaping @Sendable (String) -> String) async throws -> ErrorCode? {
            let server = try ScriptedWebServer { request in
                let outer = try? JSONValue.parse(request.body)
                let inner = outer?["request"]?.stringValue.flatMap { Base64.decode($0) }.flatMap {
                    try? JSONValue.parse($0)
                }
                return [.answer(200, respond(inner?["subject"]?["CN"]?.stringValue ?? ""))]
            }
            defer { server.close() }
            return await bench.sign(try bench.signer(server.url("")), orders).code
        }
        let (first, second) = (json(good[0].pem), json(good[1].pem))
        let both = json(good[0].pem + good[1].pem)
        #expect(try await result { $0 == "n.home.kitchen" ? first : second } == nil)
        #expect(try await result { $0 == "n.home.kitchen" ? second : first } == .authorityRejected)
        #expect(try await result { _ in first } == .authorityRejected)
        #expect(try await result { _ in both } == .authorityRejected)
        #expect(try await result { $0 == "n.home.kitchen" ? first : "{}" } == .authorityRejected)
    }

    @Test("the key is nowhere in what is sent, and after a stop nothing is told")
    func keepsTheKey() async throws {
        let bench = try SigningBench()
        let server = try ScriptedWebServer { _ in [.silence] }
        defer { server.close() }
        let signer = try bench.signer(server.url(""))
        guard case .waiting = signer.sign([try bench.order()], ticket: 99, at: bench.now) else {
            Issue.record("settled at once")
            return
        }
        #expect(await eventually { !server.requests.isEmpty })
        let request = try #require(server.requests.first)
        let text = String(decoding: request.body, as: UTF8.self) + request.headers.values.joined()
        for form in [Base64.encode(SigningBench.key.bytes), HexText.encode(SigningBench.key.bytes)] {
            #expect(!text.contains(form))
        }
        let outer = try JSONValue.parse(request.body)
        let signed = try #require(outer["request"]?.stringValue.flatMap { Base64.decode($0) })
        #expect(outer["token"]?.stringValue == Base64.encode(HMAC.sha256(key: SigningBench.key, message: signed)))
        signer.stop()
        bench.web.stop()
        #expect(bench.told == 0)
    }
}
