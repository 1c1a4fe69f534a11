import Identity
import Schema
import Support
import Testing

@Suite("Hostile signing requests (T5, T10)")
struct HostileRequestTests {
    let corpus: RequestCorpus
    let folder = TemporaryFolder()

    init() throws {
        corpus = try RequestCorpus()
    }

    /// What becomes of a request: nil accepted, else the error.
    private func judge(_ pem: String) -> BeaconBusError? {
        do throws(BeaconBusError) {
            try SigningRequest(pem: pem).check(for: corpus.client)
            return nil
        } catch {
            return error
        }
    }

    private func expect(_ cases: [RequestCase]) {
        for one in cases {
            let error = judge(one.pem)
            guard let refusal = one.refusal else {
                #expect(error == nil, "\(one): \(error?.reason ?? "")")
                continue
            }
            #expect(error?.code == .csrInvalid, "\(one)")
            #expect(error?.reason.contains(refusal) ?? false, "\(one) was refused with: \(error?.reason ?? "nothing")")
            #expect(!(error?.debugDescription.contains("hunter2") ?? false), "\(one)")
        }
    }

    @Test("H37: every request written by hand is accepted or refused, each for its own reason")
    func written() throws {
        let cases = try corpus.written()
        #expect(cases.count { $0.refusal != nil } >= 100)
        expect(cases)
    }

    @Test("H37: every request of the openssl program is accepted or refused, each for its own reason")
    func made() async throws {
        expect(try await corpus.made(in: folder.path))
    }

    @Test("A request cut off at any byte is refused as a whole")
    func cut() throws {
        let der = try RequestForge(corpus.client.description, signer: corpus.key).der()
        for count in 0..<der.count {
            #expect(judge(RequestForge.pem(Array(der.prefix(count))))?.code == .csrInvalid, "\(count) bytes")
        }
        let pem = Array(RequestForge.pem(der).utf8)
        for count in 0..<(pem.count - 1) {
            let error = judge(String(decoding: pem.prefix(count), as: UTF8.self))
            #expect(error?.code == .csrInvalid, "\(count) characters")
        }
    }

    @Test("A request with any one bit flipped is refused")
    func flipped() throws {
        let der = try RequestForge(corpus.client.description, signer: corpus.key).der()
        for index in der.indices {
            for bit in 0..<8 {
                var other = der
                other[index] ^= 1 << UInt8(bit)
                #expect(judge(RequestForge.pem(other))?.code == .csrInvalid, "bit \(bit) of byte \(index)")
            }
        }
    }

    @Test("A good request is for one client only, whatever else looks like it")
    func clients() throws {
        let request = try SigningRequest(pem: RequestForge("n.home.kitchen", signer: corpus.key).pem())
        for name in ["s.home.kitchen", "boot.home.kitchen", "n.home.kitche", "n.hom.kitchen", "op.home.kitchen"] {
            let other = try ClientID(validating: name)
            #expect(code { try request.check(for: other) } == .csrInvalid)
        }
    }
}
