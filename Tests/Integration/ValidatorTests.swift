import Bus
import Identity
import Schema
import Support
import Synchronization
import Testing

@Suite(
    "beacon-authority and validators, on a real mosquitto", .enabled(if: MosquittoBroker.isInstalled), .serialized,
    .timeLimit(.minutes(2)))
struct ValidatorTests {
    private static let app = AppID("visits")!
    private static let user = UserID("owner")!
    private static let client = ClientID("obs.home.visits")!

    private func site() throws -> EnrolmentSite {
        let site = try EnrolmentSite(site: SiteID("home")!, program: BuiltProgram.path("beacon-authority"))
        try site.start()
        return site
    }

    private func code(_ body: () async throws -> Void) async throws -> ErrorCode? {
        do {
            try await body()
            return nil
        } catch let error as BeaconBusError {
            return error.code
        }
    }

    @Test(
        "H29, T6, T7: a web service judges; while it lies, redirects, is slow or down, nothing is issued and nothing burnt"
    )
    func webValidator() async throws {
        let site = try site()
        let mood = Mutex<[WebStep]>([])
        let inner = try ScriptedWebServer { _ in [.answer(200, #"{"valid":true}"#)] }
        let server = try ScriptedWebServer { _ in mood.withLock { $0 } }
        defer {
            inner.close()
            server.close()
        }
        let token = "opaque-token-of-the-kitchen"
        try await site.desk { desk in
            let definition = ValidatorDefinition(kind: .http, url: server.url(), addresses: ["127.0.0.1"])
            let put = try await desk.tell(
                .appPut, AppPutCommand(app: Self.app, validator: definition), AppChangeReply.self)
            let secret = SecretBytes(try #require(put.secret.flatMap { Base64.decode($0) }))
            let kitchen = try await desk.announce("kitchen")
            let id = RequestID.random()
            let body = try kitchen.enrolment(token: token, user: Self.user, app: Self.app)
            @Sendable func enrol() async throws -> CertificateReply {
                try await desk.ask(
                    .enrol(kitchen.node), body, as: kitchen.bootstrapClient, id: id, CertificateReply.self)
            }
            func attempt(_ steps: [WebStep]) async throws -> ErrorCode? {
                mood.withLock { $0 = steps }
                return try await code { _ = try await enrol() }
            }
            let html = Array("<html><p>It works!</p></html>".utf8)
            #expect(try await attempt([.answer(302, "", headers: ["Location: \(inner.url())"])]) == .validatorInvalid)
            #expect(
                try await attempt([.send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)), .flood(html, count: 70_000)])
                    == .validatorInvalid)
            #expect(try await attempt([.answer(200, "<html></html>")]) == .validatorInvalid)
            #expect(try await attempt([.answer(500, #"{"valid":true}"#)]) == .validatorUnreachable)
            #expect(try await attempt([.reset]) == .validatorUnreachable)
            #expect(try await attempt([.silence]) == .validatorUnreachable)
            // The same request again, as the node does: now it is answered, and from then on with the same.
            mood.withLock { $0 = [.answer(200, #"{"valid":true}"#)] }
            let reply = try await enrol()
            let asked = server.requests.count
            #expect(try await enrol() == reply)
            #expect(server.requests.count == asked)
            try await desk.activate(kitchen, reply.set)
            let trust = try TrustStore([site.authority.certificate])
            try trust.verify(try Certificate.chain(pem: reply.chains.lifecycle), purpose: .client, at: .now())
            // Each question was signed with the app's key, and none went anywhere else.
            for request in server.requests {
                let header = try #require(request.headers["x-beaconbus-signature"])
                let parts = header.split(separator: ",").map(String.init)
                let seconds = try #require(parts.first { $0.hasPrefix("t=") }).dropFirst(2)
                let expected =
                    "v1=" + HexText.encode(HMAC.sha256(key: secret, message: Array("\(seconds).".utf8) + request.body))
                #expect(parts.contains(expected))
            }
            #expect(inner.connections == 0)
            let hall = try await desk.announce("hall")
            #expect(
                try await code { _ = try await desk.enrol(hall, app: Self.app, user: Self.user, token: token) }
                    == .tokenUsed)
            #expect(try site.logs().contains(HexText.encode(secret.bytes)) == false)
            #expect(try site.logs().contains(Base64.encode(secret.bytes)) == false)
        }
        #expect(try !site.logs().contains(token))
        #expect(await site.stop() == 0)
    }

    @Test("a client on the bus judges; one that is gone is unreachable")
    func busValidator() async throws {
        let site = try site()
        let roots = site.roots
        let broker = site.broker.address
        try await site.desk { desk in
            _ = try await desk.tell(
                .appPut, AppPutCommand(app: Self.app, validator: ValidatorDefinition(kind: .mqtt, client: Self.client)),
                AppChangeReply.self)
            let kitchen = try await desk.announce("kitchen")
            #expect(
                try await code {
                    _ = try await desk.enrol(kitchen, app: Self.app, user: Self.user, token: "a-token-here")
                }
                    == .validatorUnreachable)
            let configuration = BusConfiguration(broker: broker, clientID: Self.client, roots: roots, session: 1)
            try await BusSession.with(configuration) { session in
                try await session.subscribe([Subscription(raw: "\(roots.private)/apps/visits/validate")]) { questions in
                    let judging = Task {
                        for try await message in questions {
                            let (head, question) = try message.decode(ValidateRequest.self)
                            let isRight = question.token == "a-token-here" && question.node == kitchen.node
                            let body =
                                isRight ? #"{"v":1,"valid":true}"# : #"{"v":1,"valid":false,"reason":"no such visit"}"#
                            guard let replyTo = head.replyTo else { continue }
                            try await session.publish(rawTopic: replyTo, Array(body.utf8))
                        }
                    }
                    defer { judging.cancel() }
                    do {
                        _ = try await desk.enrol(kitchen, app: Self.app, user: Self.user, token: "another-token")
                        Issue.record("another token was accepted")
                    } catch let error as BeaconBusError {
                        #expect(error.code == .tokenInvalid)
                        #expect(error.reason.contains("no such visit"))
                    }
                    let reply = try await desk.enrol(kitchen, app: Self.app, user: Self.user, token: "a-token-here")
                    try await desk.activate(kitchen, reply.set)
                }
            }
        }
        #expect(try !site.logs().contains("a-token-here"))
        #expect(await site.stop() == 0)
    }

    @Test("a stop while a validator thinks is quick, and the request is asked again afterwards")
    func stopWhileWaiting() async throws {
        let site = try site()
        let isSilent = Mutex(true)
        let server = try ScriptedWebServer { _ in
            isSilent.withLock { $0 } ? [.silence] : [.answer(200, #"{"valid":true}"#)]
        }
        defer { server.close() }
        try await site.desk { desk in
            let definition = ValidatorDefinition(kind: .http, url: server.url(), addresses: ["127.0.0.1"])
            _ = try await desk.tell(.appPut, AppPutCommand(app: Self.app, validator: definition), AppChangeReply.self)
            let kitchen = try await desk.announce("kitchen")
            let id = RequestID.random()
            let requests = try kitchen.requests()
            let body = try kitchen.enrolment(token: "a-token-here", user: Self.user, app: Self.app, requests: requests)
            let waiting = Task {
                try await desk.ask(
                    .enrol(kitchen.node), body, as: kitchen.bootstrapClient, id: id, CertificateReply.self)
            }
            #expect(await eventually { server.requests.count == 1 })
            let clock = ContinuousClock()
            let began = clock.now
            #expect(await site.stop() == 0)
            #expect(clock.now - began < .seconds(3))
            waiting.cancel()
            _ = try? await waiting.value
            isSilent.withLock { $0 = false }
            try site.start()
            try await desk.ready()
            let reply = try await desk.ask(
                .enrol(kitchen.node), body, as: kitchen.bootstrapClient, id: id, CertificateReply.self)
            try await desk.activate(kitchen, reply.set)
        }
        #expect(try site.count("SELECT COUNT(*) FROM sets WHERE status = 'active'") == 1)
        #expect(await site.stop() == 0)
    }
}
