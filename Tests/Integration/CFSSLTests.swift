import Bus
import Identity
import Schema
import Support
import Testing

@Suite(
    "beacon-authority and a real cfssl, on a real mosquitto",
    .enabled(if: MosquittoBroker.isInstalled && CFSSLServer.isInstalled, "mosquitto or golang-cfssl is not installed"),
    .serialized, .timeLimit(.minutes(2)))
struct CFSSLTests {
    private static let app = AppID("site")!
    private static let user = UserID("owner")!

    @Test(
        "H30: a pair by cfssl, activated; while cfssl is down nothing is issued, no token is burnt, and it goes on by itself"
    )
    func enrolsByCFSSL() async throws {
        let site = try EnrolmentSite(site: SiteID("home")!, program: BuiltProgram.path("beacon-authority"))
        let key = SecretBytes(Array(0..<16))
        let (server, environment) = try site.certificateServer(key: key)
        try site.start(environment)
        try await site.desk { desk in
            _ = try await desk.tell(
                .appPut, AppPutCommand(app: Self.app, validator: ValidatorDefinition(kind: .file)), AppChangeReply.self)
            let tokens = try await desk.tell(
                .tokenCreate, TokenCreateCommand(app: Self.app, count: 2), TokenCreateReply.self
            ).tokens
            // Announcing needs no certificate server: a bundle's life is none of its profiles'.
            let (kitchen, hall) = (try await desk.announce("kitchen"), try await desk.announce("hall"))
            let reply = try await desk.enrol(kitchen, app: Self.app, user: Self.user, token: tokens[0])
            try await desk.activate(kitchen, reply.set)
            let trust = try TrustStore([site.authority.certificate])
            for (pem, client) in [(reply.chains.lifecycle, "n.home.kitchen"), (reply.chains.scanner, "s.home.kitchen")]
            {
                let chain = try Certificate.chain(pem: pem)
                try trust.verify(chain, purpose: .client, at: .now())
                #expect(chain[0].commonName == client)
                #expect(chain[0].life <= .seconds(86_400 + 600), "the profile's life")
            }
            server.kill()
            let id = RequestID.random()
            let body = try hall.enrolment(token: tokens[1], user: Self.user, app: Self.app)
            do {
                _ = try await desk.ask(.enrol(hall.node), body, as: hall.bootstrapClient, id: id, CertificateReply.self)
                Issue.record("something was issued without the certificate server")
            } catch let error as BeaconBusError {
                #expect(error.code == .signerUnreachable)
                #expect(error.retryable)
            }
            #expect(try site.count("SELECT COUNT(*) FROM sets WHERE node = 'hall'") == 0)
            #expect(try site.count("SELECT COUNT(*) FROM spent_tokens") == 1)
            // kill -9 in between: what was accepted is remembered, and the same request is answered later.
            site.kill()
            try server.start()
            try site.start(environment)
            try await desk.ready()
            let late = try await desk.ask(
                .enrol(hall.node), body, as: hall.bootstrapClient, id: id, CertificateReply.self)
            try await desk.activate(hall, late.set)
            #expect(try site.count("SELECT COUNT(*) FROM spent_tokens") == 2)
            let logs = try site.logs()
            for secret in tokens + [HexText.encode(key.bytes), Base64.encode(key.bytes)] {
                #expect(!logs.contains(secret))
            }
        }
        #expect(await site.stop() == 0)
    }

    @Test("a profile that is too generous is refused with authorityRejected, and the log says which key to look at")
    func wrongProfile() async throws {
        let site = try EnrolmentSite(site: SiteID("home")!, program: BuiltProgram.path("beacon-authority"))
        let profiles = [CFSSLServer.Profile("node", usages: ["client auth", "server auth"], expiry: "87600h")]
        let (server, environment) = try site.certificateServer(key: SecretBytes(Array(0..<16)), profiles: profiles)
        defer { server.kill() }
        try site.start(environment)
        try await site.desk { desk in
            _ = try await desk.tell(
                .appPut, AppPutCommand(app: Self.app, validator: ValidatorDefinition(kind: .file)), AppChangeReply.self)
            let token = try await desk.tell(.tokenCreate, TokenCreateCommand(app: Self.app), TokenCreateReply.self)
                .tokens[0]
            let kitchen = try await desk.announce("kitchen")
            do {
                _ = try await desk.enrol(kitchen, app: Self.app, user: Self.user, token: token)
                Issue.record("a server's certificate was accepted")
            } catch let error as BeaconBusError {
                #expect(error.code == .authorityRejected)
                #expect(error.suggestion.contains("profile"))
            }
        }
        #expect(try site.count("SELECT COUNT(*) FROM sets") == 0)
        #expect(try site.count("SELECT COUNT(*) FROM spent_tokens") == 0)
        #expect(await site.stop() == 0)
    }
}
