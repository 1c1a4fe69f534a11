import Identity
import Schema
import Testing

@testable import AuthorityService

@Suite struct OwnSignerTests {
    @Test("the own signer makes what is ordered, in order, and passes the check of others' work")
    func signs() async throws {
        let bench = try SigningBench()
        let signer = OwnSigner(authority: bench.authority)
        let first = try bench.order()
        // The boot certificate is ordered over the lifecycle's request: the name is the order's.
        let second = try bench.order(ClientID("boot.home.kitchen")!, first.request)
        let certificates = try await bench.sign(signer, [first, second]).get()
        #expect(certificates.map(\.client) == [first.client, second.client])
        for (certificate, order) in zip(certificates, [first, second]) {
            try SignedCheck.check(certificate, order, authority: bench.authority.certificate, at: bench.now)
            #expect(certificate.serial == HexText.encode(order.serial))
        }
    }

    @Test("one order that cannot be signed means none is")
    func allOrNone() async throws {
        let bench = try SigningBench()
        let good = try bench.order()
        let late = CertificateOrder(
            client: good.client, request: good.request, notBefore: good.notBefore,
            notAfter: bench.now + .seconds(400 * 86_400), serial: good.serial)
        #expect(await bench.sign(OwnSigner(authority: bench.authority), [good, late]).code == .certificateInvalid)
    }
}
