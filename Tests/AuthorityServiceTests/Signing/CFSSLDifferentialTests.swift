import Identity
import Schema
import Support
import Testing
import Web

@testable import AuthorityService

@Suite(
    "The same signing requests, here and at a real cfssl server",
    .enabled(if: CFSSLServer.isInstalled, "golang-cfssl is not installed"))
struct CFSSLDifferentialTests {
    @Test("T5: what cfssl alone would sign, and this authority does not: by name; nothing the other way round")
    func whereOursIsStricter() async throws {
        let bench = try SigningBench()
        let server = try CFSSLServer(folder: bench.folder.path, authority: bench.authority, key: SigningBench.key)
        let corpus = try RequestCorpus()
        let folder = TemporaryFolder()
        let cases = try corpus.written() + (await corpus.made(in: folder.path))
        var (stricter, laxer, both, refused) = ([String](), [String](), 0, 0)
        for one in cases {
            let ours = Self.isAccepted(one.pem, corpus.client)
            let theirs = await Self.sign(one.pem, server, bench.web)
            #expect(ours == (one.refusal == nil), "\(one.title)")
            switch (ours, theirs) {
            case (true, true): both += 1
            case (false, false): refused += 1
            case (false, true): stricter.append(one.title)
            case (true, false): laxer.append(one.title)
            }
        }
        #expect(both >= 11)
        #expect(refused >= 50)
        #expect(laxer.isEmpty, "signed here, refused by cfssl: \(laxer)")
        // It looks at no name at all.
        let names = cases.map(\.title).filter { $0.hasPrefix("named ") }
        #expect(stricter.filter { $0.hasPrefix("named ") } == names)
        let others = Set(stricter.filter { !$0.hasPrefix("named ") })
        #expect(others.subtracting(Self.signedByCFSSLOnly) == [], "cfssl signs more than is known")
        #expect(Self.signedByCFSSLOnly.subtracting(others) == [], "cfssl refuses what it was known to sign")
    }

    @Test("T5: of what cfssl would sign, nothing but the ordered name and purpose comes through the signer")
    func behindOurChecks() async throws {
        let bench = try SigningBench()
        let server = try CFSSLServer(folder: bench.folder.path, authority: bench.authority, key: SigningBench.key)
        let signer = try bench.signer(server.url)
        let corpus = try RequestCorpus()
        var (signed, refused) = (0, 0)
        for one in try corpus.written() {
            // What cannot be read never becomes an order.
            guard let request = try? SigningRequest(pem: one.pem) else { continue }
            switch await bench.sign(signer, [try bench.order(SigningBench.node, request)]) {
            case .success(let certificates):
                signed += 1
                #expect(certificates.map(\.client) == [SigningBench.node], "\(one.title)")
                #expect(certificates.allSatisfy { $0.alternativeNames.isEmpty && !$0.isAuthority }, "\(one.title)")
                #expect(certificates.map(\.extendedKeyUsages) == [["clientAuth"]], "\(one.title)")
            case .failure(let error):
                refused += 1
                #expect(error.code == .authorityRejected, "\(one.title)")
            }
        }
        #expect(signed > 0)
        #expect(refused > 0)
    }

    private static func isAccepted(_ pem: String, _ client: ClientID) -> Bool {
        do throws(BeaconBusError) {
            try SigningRequest(pem: pem).check(for: client)
            return true
        } catch {
            return false
        }
    }

    /// Whether cfssl signs it as it is, asked as anybody who has the key of its profile would.
    private static func sign(_ pem: String, _ server: CFSSLServer, _ web: WebClient) async -> Bool {
        let json = JSONValue.object(["certificate_request": .string(pem), "profile": "node"]).bytes
        let body = JSONValue.object([
            "request": .string(Base64.encode(json)),
            "token": .string(Base64.encode(HMAC.sha256(key: SigningBench.key, message: json))),
        ])
        guard let address = try? WebAddress(server.url + "/api/v1/cfssl/authsign") else { return false }
        let request = WebRequest(
            address: address, headers: ["Content-Type: application/json"], body: body.bytes,
            policy: AddressPolicy(networks: ["127.0.0.0/8"].compactMap { IPNetwork($0) }), group: "differential")
        let outcome = await withCheckedContinuation { continuation in
            web.post(request) { continuation.resume(returning: $0) }
        }
        guard case .success(let response) = outcome,
            case .certificate = CFSSLAnswer(status: response.status, body: response.body)
        else { return false }
        return true
    }
}
