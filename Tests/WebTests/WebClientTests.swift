import Glibc
import Support
import Synchronization
import Testing
import Web

@Suite(.serialized) struct WebClientTests {
    @Test("a question is sent as it is, once, on its own connection, and the whole answer comes back")
    func asksAndIsAnswered() async throws {
        try await withServer(respond: { _ in [.answer(200, #"{"valid":true}"#)] }) { server, client async throws in
            for _ in 0..<20 {
                let response = try await ask(client, server.url()).get()
                #expect(response.status == 200)
                #expect(String(decoding: response.body, as: UTF8.self) == #"{"valid":true}"#)
            }
            let request = try #require(server.requests.first)
            #expect(request.line == "POST /validate HTTP/1.1")
            #expect(request.body == Array(#"{"question":1}"#.utf8))
            #expect(request.headers["x-test"] == "1")
            #expect(request.headers["connection"] == "close")
            #expect(request.headers["expect"] == nil)
            #expect(request.headers["cookie"] == nil)
            #expect(server.requests.count == 20)
            #expect(server.connections == 20)
            #expect(client.counters.answers == 20)
        }
    }

    @Test("T7: a redirect is an answer like any other; the place it names is never asked")
    func followsNoRedirect() async throws {
        try await withServer(respond: { _ in [.answer(200, "{}")] }) { inner, client async throws in
            try await withServer(respond: { _ in
                [.answer(302, "", headers: ["Location: \(inner.url())", "Set-Cookie: a=b"])]
            }) { outer, _ async throws in
                #expect(try await ask(client, outer.url()).get().status == 302)
                #expect(try await ask(client, outer.url()).get().status == 302)
                #expect(outer.requests.allSatisfy { $0.headers["cookie"] == nil })
            }
            // It would have come before the answer was told: nothing is done afterwards.
            #expect(inner.connections == 0)
        }
    }

    @Test("T7: a name that leads to an address that may not be connected to: refused before the first packet")
    func checksTheAddressOfTheSocket() async throws {
        try await withServer(respond: { _ in [.answer(200, "{}")] }) { server, client async throws in
            let open = AddressPolicy(networks: nil)
            let elsewhere = AddressPolicy(networks: ["192.0.2.0/24"].compactMap { IPNetwork($0) })
            for host in ["localhost", "127.0.0.1", "[::ffff:127.0.0.1]", "0x7f000001", "2130706433", "0.0.0.0"] {
                for policy in [open, elsewhere] {
                    let url = "http://\(host):\(server.port)/validate"
                    #expect(
                        try await ask(client, url, policy: policy).failure == .addressRefused, "\(host)")
                }
            }
            #expect(server.connections == 0)
            func reason(_ host: String) async throws -> String? {
                let url = "http://\(host):\(server.port)/validate"
                guard case .failure(let failure) = try await ask(client, url, policy: elsewhere) else { return nil }
                return failure.reason
            }
            #expect(try await reason("127.0.0.1") == "127.0.0.1 is not among the listed addresses")
            let named = try await reason("localhost") ?? ""
            #expect(named.hasPrefix("localhost leads to "))
            #expect(named.hasSuffix(", which is not among the listed addresses"))
        }
    }

    @Test("T7: where one group was connected, another that may not be connected there is not")
    func judgesEachGroupAlone() async throws {
        try await withServer(respond: { _ in [.answer(200, "{}")] }) { server, client async throws in
            #expect(try await ask(client, server.url()).failure == nil)
            let open = AddressPolicy(networks: nil)
            #expect(
                try await ask(client, server.url(), policy: open, group: "b").failure == .addressRefused)
            #expect(server.requests.count == 1)
        }
    }

    @Test("the environment's proxy is not asked")
    func usesNoProxy() async throws {
        try await withServer(respond: { _ in [.answer(200, "{}")] }) { proxy, _ async throws in
            for name in ["http_proxy", "all_proxy", "ALL_PROXY"] { setenv(name, "http://127.0.0.1:\(proxy.port)", 1) }
            defer { for name in ["http_proxy", "all_proxy", "ALL_PROXY"] { unsetenv(name) } }
            try await withServer(respond: { _ in [.answer(200, "{}")] }) { server, client async throws in
                #expect(try await ask(client, server.url()).failure == nil)
                #expect(server.requests.count == 1)
            }
            #expect(proxy.connections == 0)
        }
    }

    @Test(
        "T6: an answer that is not whole, too long or none is told apart",
        arguments: [
            (
                "byte by byte, too slowly",
                [WebStep.trickle(Array("HTTP/1.1 200 OK\r\n".utf8), every: .milliseconds(100))],
                WebFailure.Kind.timedOut
            ),
            ("never", [.silence], .timedOut),
            ("half a body, then nothing", [.send(head(100)), .send([123]), .silence], .timedOut),
            ("half a body, then the end", [.send(head(100)), .send([123]), .close], .broken),
            ("a reset", [.reset], .broken),
            ("a reset within the body", [.send(head(100)), .send([123]), .reset], .broken),
            ("the end at once", [.close], .broken),
            ("64 KiB and a byte of HTML", [.send(head(65_537)), .flood(html, count: 65_537)], .tooLarge),
            (
                "HTML without an end", [.send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)), .flood(html, count: .max)],
                .tooLarge
            ),
            (
                "header lines without an end",
                [.send(Array("HTTP/1.1 200 OK\r\n".utf8)), .flood(Array("X-A: b\r\n".utf8), count: .max)], .tooLarge
            ),
            (
                "interim answers without an end", [.flood(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), count: .max)],
                .tooLarge
            ),
            ("no HTTP", [.send(Array("220 mail.example ready\r\n".utf8)), .close], .notHTTP),
            (
                "an impossible length", [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nx".utf8)), .close],
                .notHTTP
            ),
            (
                "broken chunks",
                [.send(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n".utf8)), .close], .broken
            ),
        ])
    func tellsBadAnswersApart(_ name: String, _ steps: [WebStep], _ kind: WebFailure.Kind) async throws {
        try await withServer(respond: { _ in steps }) { server, client async throws in
            let clock = ContinuousClock()
            let began = clock.now
            let result = try await ask(client, server.url(), timeout: .milliseconds(700))
            #expect(result.failure == kind, "\(name): \(result)")
            #expect(clock.now - began < .seconds(3))
            // Nothing that was sent is sent again by our own.
            #expect(server.requests.count == 1)
        }
    }

    @Test("a body that is longer than announced is cut where it was announced to end", arguments: [false, true])
    func ignoresWhatIsBeyondTheLength(_ inOnePiece: Bool) async throws {
        let (folder, rest) = (TemporaryFolder(), Array(#"{}HTTP/1.1 200 OK\#r\#n\#r\#n"#.utf8))
        let kit = try await CertificateKit(folder: folder.path)
        let steps = inOnePiece ? [WebStep.send(Self.head(2) + rest)] : [.send(Self.head(2)), .send(rest)]
        for tls in [nil, try await kit.issue("localhost")] {
            try await withServer(tls: tls, respond: { _ in steps + [.silence] }) { server, client async throws in
                // What is left over is not taken for the next answer.
                for _ in 0..<5 {
                    let result = try await ask(client, server.url(host: "localhost"), authorityFile: kit.authority)
                    #expect(try result.get().body == Array("{}".utf8))
                }
                #expect(server.requests.count == 5)
                #expect(server.connections == 5)
            }
        }
    }

    @Test("a server that reads a later question and ends without an answer is not asked it again")
    func neverSendsAgain() async throws {
        let asked = Mutex(0)
        try await withServer(respond: { _ in
            asked.withLock { asked in
                asked += 1
                return asked == 2 ? [.close] : [.answer(200, "{}")]
            }
        }) { server, client async throws in
            #expect(try await ask(client, server.url()).failure == nil)
            #expect(try await ask(client, server.url()).failure == .broken)
            #expect(server.requests.count == 2)
        }
    }

    @Test("a connect that fails is tried once more, and then given up")
    func retriesAConnectOnce() async throws {
        let port = LoopbackPort.free()
        let client = WebClient()
        defer { client.stop() }
        #expect(try await ask(client, "http://127.0.0.1:\(port)/").failure == .unreachable)
        #expect(client.counters.retries == 1)
        #expect(try await ask(client, "http://nowhere.invalid/").failure == .unreachable)
        #expect(client.counters.retries == 1)
    }

    @Test("a silent server of one group does not hold another one's answers back")
    func slowOnesHinderNobodyElse() async throws {
        var limits = WebLimits()
        limits.waiting = 128
        try await withServer(limits: limits, respond: { $0.line.contains("slow") ? [.silence] : [.answer(200, "{}")] })
        {
            server, client in
            let done = Mutex(0)
            for _ in 0..<100 {
                client.post(try WebRequest(server.url("/slow"), group: "slow")) { _ in done.withLock { $0 += 1 } }
            }
            let clock = ContinuousClock()
            let began = clock.now
            for _ in 0..<50 { #expect(try await ask(client, server.url(), group: "quick").failure == nil) }
            #expect(clock.now - began < .seconds(3))
            // Eight under way and 128 waiting: then no more are taken.
            for _ in 0..<50 {
                client.post(try WebRequest(server.url("/slow"), group: "slow")) { _ in done.withLock { $0 += 1 } }
            }
            #expect(await eventually { client.counters.failures[.busy] == 150 - 136 })
            // A stop ends all of them, each told once.
            client.stop()
            #expect(done.withLock { $0 } == 150)
            #expect(client.counters.failures[.stopped] == 136)
            #expect(try await ask(client, server.url()).failure == .stopped)
        }
    }

    @Test("T6: a server without the right certificate is told nothing")
    func verifiesCertificates() async throws {
        let (folder, second) = (TemporaryFolder(), TemporaryFolder())
        let kit = try await CertificateKit(folder: folder.path)
        let other = try await CertificateKit(folder: second.path)
        let good = try await kit.issue("localhost")
        try await withServer(tls: good, respond: { _ in [.answer(200, "{}")] }) { server, client async throws in
            func kind(_ host: String, _ file: String?) async throws -> WebFailure.Kind? {
                try await ask(client, server.url(host: host), authorityFile: file).failure
            }
            #expect(try await kind("localhost", kit.authority) == nil)
            #expect(try await kind("127.0.0.1", kit.authority) == nil)
            let asked = server.requests.count
            // The wrong authority; none but the system's; no file.
            #expect(try await kind("localhost", other.authority) == .untrusted)
            #expect(try await kind("localhost", nil) == .untrusted)
            #expect(try await kind("localhost", folder.path + "/none.pem") == .untrusted)
            #expect(server.requests.count == asked)
        }
        let named = (certificate: second.path + "/named.pem", key: second.path + "/named.key")
        try await runTool(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
                named.key, "-out", named.certificate, "-days", "30", "-subj", "/CN=localhost", "-addext",
                "subjectAltName=DNS:other.example",
            ], in: second.path)
        try await withServer(tls: named, respond: { _ in [.answer(200, "{}")] }) { server, client async throws in
            let request = try WebRequest(server.url(host: "localhost"), authorityFile: named.certificate)
            #expect(await ask(client, request).failure == .untrusted, "a certificate for another name")
            #expect(server.requests.isEmpty)
        }
        let expired = try await kit.issue("expired", days: 0)
        try await withServer(tls: expired, respond: { _ in [.answer(200, "{}")] }) { server, client async throws in
            let request = try WebRequest(server.url(host: "localhost"), authorityFile: kit.authority)
            #expect(await eventually { await ask(client, request).failure == .untrusted })
        }
        try await withServer(respond: { _ in [.answer(200, "{}")] }) { server, client async throws in
            let request = try WebRequest(
                "https://127.0.0.1:\(server.port)/", authorityFile: kit.authority, timeout: .seconds(1))
            let failure = await ask(client, request).failure
            #expect(failure == .untrusted || failure == .timedOut, "plain text where TLS is due")
            #expect(server.requests.isEmpty)
        }
    }

    private static func head(_ length: Int) -> [UInt8] {
        Array("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n".utf8)
    }

    private static let html = Array("<html><body>It works!</body></html>\n".utf8)
}
