import Identity
import Schema
import Support
import Testing

@Suite("Keys, requests, certificates")
struct IssueTests {
    @Test("A request made here is accepted for its own client and for no other")
    func requests() throws {
        let client = try #require(ClientID("n.home.kitchen"))
        let key = try PrivateKey.generate()
        let made = try SigningRequest.make(for: client, key: key)
        let request = try SigningRequest(pem: made.pem)
        #expect(request == made)
        #expect(request.publicKey == key.publicKey)
        #expect(request.publicKey.kind == .p256)
        #expect(request.extensionNames.isEmpty)
        try request.check(for: client)
        for other in ["s.home.kitchen", "n.home.kitchen2", "n.shop.kitchen", "svc.home.metadata"] {
            let other = try #require(ClientID(other))
            #expect(throws: BeaconBusError.self) { try request.check(for: other) }
        }
    }

    @Test("A certificate issued here has what was said and verifies; H37: expired and not yet valid are told apart")
    func certificates() throws {
        let site = try Site()
        let node = try site.issue("n.home.kitchen")
        let leaf = try Certificate(pem: node.certificate.pem)
        #expect(leaf == node.certificate)
        #expect(leaf.client == ClientID("n.home.kitchen"))
        #expect(leaf.serial.count == 32)
        #expect(leaf.extendedKeyUsages == ["clientAuth"])
        #expect(!leaf.isAuthority)
        #expect(leaf.notBefore == Site.now && leaf.notAfter == Site.now + .seconds(90 * 86_400))
        let trust = try TrustStore(pem: site.authority.certificate.pem)
        try trust.verify([leaf], purpose: .client, at: Site.now + .seconds(60))
        #expect(code { try trust.verify([leaf], purpose: .server, at: Site.now) } == .certificateInvalid)
        #expect(code { try trust.verify([leaf], purpose: .client, at: Site.now - .seconds(2)) } == .clockWrong)
        #expect(
            code { try trust.verify([leaf], purpose: .client, at: leaf.notAfter + .seconds(1)) } == .certificateExpired)
        #expect(code { try trust.verify([leaf], purpose: .client, at: .epoch) } == .clockWrong)
        let other = try TrustStore([try Site().authority.certificate])
        #expect(code { try other.verify([leaf], purpose: .client, at: Site.now) } == .certificateInvalid)
    }

    @Test("A server's certificate carries its names and no others")
    func server() throws {
        let site = try Site()
        let key = try PrivateKey.generate()
        let client = try #require(ClientID("svc.home.broker"))
        let names = ["broker.local", "localhost", "*.example.org", "127.0.0.1", "::1"]
        let leaf = try site.authority.issue(
            .server(names: names), to: client, publicKey: key.publicKey, serial: SystemRandom.serial(),
            notBefore: Site.now, notAfter: Site.now + .seconds(86_400))
        #expect(leaf.alternativeNames == names)
        #expect(leaf.extendedKeyUsages == ["serverAuth"])
        for name in [
            "", "a b", "a,DNS:b", "host\n", "-a", "a.*.b", "*", "x:y", "über", String(repeating: "a", count: 64),
        ] {
            #expect(throws: BeaconBusError.self, "\(name)") {
                try site.authority.issue(
                    .server(names: [name]), to: client, publicKey: key.publicKey, serial: SystemRandom.serial(),
                    notBefore: Site.now, notAfter: Site.now + .seconds(86_400))
            }
        }
    }

    @Test("Keys survive their text; two halves that do not belong together are refused")
    func keys() throws {
        let key = try PrivateKey.generate()
        let again = try PrivateKey(pem: key.pem())
        #expect(again.publicKey == key.publicKey)
        #expect(try PublicKey(pem: key.publicKey.pem) == key.publicKey)
        let message = Array("message".utf8)
        let signature = try again.sign(message)
        #expect(key.publicKey.verifies(signature, of: message))
        #expect(!key.publicKey.verifies(signature, of: message + [0]))
        #expect(!key.publicKey.verifies([], of: message))
        #expect(!(try PrivateKey.generate()).publicKey.verifies(signature, of: message))
        #expect(key.publicKey.fingerprint.count == 64)
    }

    @Test("A revocation list names what is revoked, its number and its times")
    func revocation() throws {
        let site = try Site()
        let one = try site.issue("n.home.kitchen").certificate
        let two = try site.issue("s.home.kitchen").certificate
        let text = try site.authority.revocationList(
            [(one.serial, Site.now), (one.serial, Site.now)], number: 7, issued: Site.now,
            nextUpdate: Site.now + .seconds(3_600))
        let list = try RevocationList(pem: text)
        #expect(list.number == 7)
        #expect(list.contains(one) && !list.contains(two))
        #expect(list.serials.count == 1)
        #expect(list.thisUpdate == Site.now && list.nextUpdate == Site.now + .seconds(3_600))
        #expect(list.isIssued(by: site.authority.certificate))
        #expect(!list.isIssued(by: try Site().authority.certificate))
        let empty = try RevocationList(
            pem: site.authority.revocationList([], number: 1, issued: Site.now, nextUpdate: Site.now + .seconds(1)))
        #expect(empty.serials.isEmpty)
    }
}
