import Identity
import Schema
import Testing

@testable import AuthorityService

@Suite struct SignedCheckTests {
    @Test("T5: a certificate that is not the one ordered is refused, whoever signed it")
    func refuses() throws {
        let bench = try SigningBench()
        let order = try bench.order()
        let other = try CertificateAuthority.make(site: SigningBench.site, now: bench.now, life: .seconds(86_400 * 365))
        func make(
            by authority: CertificateAuthority? = nil, _ profile: CertificateProfile = .client,
            to client: ClientID? = nil, key: PublicKey? = nil, from: WallTime? = nil, until: WallTime? = nil
        ) throws -> Certificate {
            try (authority ?? bench.authority).issue(
                profile, to: client ?? order.client, publicKey: key ?? order.request.publicKey,
                serial: SystemRandom.serial(), notBefore: from ?? order.notBefore, notAfter: until ?? order.notAfter)
        }
        func reason(_ certificate: Certificate) -> String {
            do throws(BeaconBusError) {
                try SignedCheck.check(certificate, order, authority: bench.authority.certificate, at: bench.now)
                return "accepted"
            } catch {
                #expect(error.code == .authorityRejected)
                return error.reason
            }
        }
        #expect(reason(try make()) == "accepted")
        #expect(reason(try make(until: order.notAfter - .seconds(3_600))) == "accepted")
        #expect(reason(try make(by: other)) != "accepted")
        #expect(reason(try make(to: ClientID("op.home.anna")!)).contains("name"))
        #expect(reason(try make(to: ClientID("n.away.kitchen")!)).contains("name"))
        #expect(reason(try make(key: PrivateKey.generate().publicKey)).contains("key"))
        #expect(reason(try make(.server(names: ["kitchen"]))).contains("clientAuth"))
        #expect(reason(try make(until: order.notAfter + .seconds(301))).contains("until"))
        #expect(
            reason(try make(from: bench.now - .seconds(3_600), until: bench.now - .seconds(1))).contains("too soon"))
        #expect(reason(try make(until: bench.now + .seconds(60))).contains("too soon"))
        #expect(reason(try make(from: bench.now + .seconds(60))).contains("valid from"))
        #expect(reason(bench.authority.certificate) != "accepted")
    }
}
