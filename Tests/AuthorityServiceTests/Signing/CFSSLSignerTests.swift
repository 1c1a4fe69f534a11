import Identity
import Schema
import Support
import Testing

@testable import AuthorityService

@Suite(
    "Signing by a real cfssl server", .enabled(if: CFSSLServer.isInstalled, "golang-cfssl is not installed"),
    .serialized)
struct CFSSLSignerTests {
    private static let profiles = [
        CFSSLServer.Profile("node"), CFSSLServer.Profile("short", expiry: "5m"),
        CFSSLServer.Profile("long", expiry: "8760h"),
        CFSSLServer.Profile("server", usages: ["server auth", "client auth"]),
        CFSSLServer.Profile("authority", usages: ["cert sign", "client auth"], isAuthority: true),
    ]

    private func start(_ bench: SigningBench) throws -> CFSSLServer {
        try CFSSLServer(
            folder: bench.folder.path, authority: bench.authority, key: SigningBench.key, profiles: Self.profiles)
    }

    @Test("H30: the node's three certificates are made, for the names ordered and no other")
    func signs() async throws {
        let bench = try SigningBench()
        let server = try start(bench)
        let signer = try bench.signer(server.url)
        let lifecycle = try bench.order()
        let orders = [
            lifecycle, try bench.order(ClientID("s.home.kitchen")!),
            try bench.order(ClientID("boot.home.kitchen")!, lifecycle.request),
        ]
        let certificates = try await bench.sign(signer, orders).get()
        #expect(certificates.map(\.client) == orders.map(\.client))
        // The pair's numbers are cfssl's; the bootstrap certificate is made here.
        #expect(zip(certificates, orders).map { $0.serial == HexText.encode($1.serial) } == [false, false, true])
        #expect(Set(certificates.map(\.serial)).count == 3)
        let trust = try TrustStore([bench.authority.certificate])
        for certificate in certificates { try trust.verify([certificate], purpose: .client, at: bench.now) }
        // Revoking is ours: a list of the same key names the serial numbers that cfssl chose.
        let list = try RevocationList(
            pem: bench.authority.revocationList(
                [(certificates[0].serial, bench.now)], number: 2, issued: bench.now,
                nextUpdate: bench.now + .seconds(60)))
        #expect(list.contains(serial: certificates[0].serial))
        #expect(bench.told == 1)
    }

    @Test("its traps do not get through: other profile, short, long, server, authority, unknown profile, wrong key")
    func traps() async throws {
        let bench = try SigningBench()
        let server = try start(bench)
        func reason(_ profile: String, _ key: SecretBytes = SigningBench.key) async throws -> String {
            let error = await bench.sign(try bench.signer(server.url, profile: profile, key: key), [try bench.order()])
                .error
            #expect(error?.code == .authorityRejected)
            return error?.reason ?? "accepted"
        }
        #expect(try await reason("short").contains("too soon"))
        #expect(try await reason("long").contains("until"))
        #expect(try await reason("server").contains("clientAuth"))
        #expect(try await reason("authority") != "accepted")
        // cfssl takes its default for a profile that does not exist.
        #expect(try await reason("nosuch").contains("clientAuth"))
        #expect(try await reason("node", SecretBytes(Array(1...16))).contains("invalid token"))
    }

    @Test("T5: names in the signing request come back from cfssl, and are refused here")
    func namesInTheRequest() async throws {
        let bench = try SigningBench()
        let server = try start(bench)
        let base = bench.folder.path + "/request"
        func reason(_ subject: String) async throws -> String {
            try await runTool(
                "/usr/bin/openssl",
                [
                    "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
                    base + ".key", "-out", base + ".csr", "-subj", subject, "-addext",
                    "subjectAltName=DNS:op.home.anna",
                ], in: bench.folder.path)
            let request = try SigningRequest(pem: try readFile(base + ".csr"))
            let order = try bench.order(SigningBench.node, request)
            let error = await bench.sign(try bench.signer(server.url), [order]).error
            #expect(error?.code == .authorityRejected)
            return error?.reason ?? "accepted"
        }
        #expect(try await reason("/CN=op.home.anna").contains("further names"))
        // Its override replaces the CN only.
        #expect(try await reason("/CN=op.home.anna/O=Admins").contains("alone"))
    }

    @Test("one that signs with another key, or is down, or comes back")
    func downAndOther() async throws {
        let bench = try SigningBench()
        let other = try SigningBench()
        let foreign = try CFSSLServer(folder: other.folder.path, authority: other.authority, key: SigningBench.key)
        #expect(await bench.sign(try bench.signer(foreign.url), [try bench.order()]).code == .authorityRejected)
        let server = try start(bench)
        let signer = try bench.signer(server.url)
        #expect(await bench.sign(signer, [try bench.order()]).code == nil)
        server.kill()
        let error = try #require(await bench.sign(signer, [try bench.order(), try bench.order()]).error)
        #expect(error.code == .signerUnreachable)
        #expect(error.retryable)
        try server.start()
        #expect(await bench.sign(signer, [try bench.order()]).code == nil)
        #expect(bench.told == 1)
    }

    @Test("over https its certificate is verified")
    func overTLS() async throws {
        let (bench, folder, second) = (try SigningBench(), TemporaryFolder(), TemporaryFolder())
        let kit = try await CertificateKit(folder: folder.path)
        let other = try await CertificateKit(folder: second.path)
        let server = try CFSSLServer(
            folder: bench.folder.path, authority: bench.authority, key: SigningBench.key,
            tls: try await kit.issue("localhost"))
        #expect(
            await bench.sign(try bench.signer(server.url, authorityFile: kit.authority), [try bench.order()]).code
                == nil)
        let wrong = try bench.signer(server.url, authorityFile: other.authority)
        #expect(await bench.sign(wrong, [try bench.order()]).code == .signerUnreachable)
    }
}
