import Bus
import Identity
import Schema
import Support
import Testing

@testable import AuthorityService

@Suite("Authority: from the token to the pair in use")
struct EnrolmentTests {
    @Test("H28–H30, T2: an announced node with a token gets a pair that holds, uses it, and its bundle is dead")
    func enrol() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let machine = try CandidateNode(site: AuthorityBench.site, node: AuthorityBench.name("kitchen"))
        let bundle = try bench.announce(machine)
        #expect(!bundle.rebinds)
        #expect(try bench.entry(machine)?.standing == .expected)
        let reply = try bench.enrol(machine, token: try bench.token())
        #expect(try bench.entry(machine)?.standing == .pending)
        let trust = try TrustStore([bench.authority.certificate])
        let wanted = [
            (reply.chains.lifecycle, machine.lifecycleClient, machine.lifecycleKey),
            (reply.chains.scanner, machine.scannerClient, machine.scannerKey),
            (try #require(reply.chains.bootstrap), machine.bootstrapClient, machine.lifecycleKey),
        ]
        for (pem, client, key) in wanted {
            let chain = try Certificate.chain(pem: pem)
            try trust.verify(chain, purpose: .client, at: bench.clock.now)
            #expect(chain[0].client == client)
            #expect(chain[0].publicKey == key.publicKey)
            #expect(chain[0].serial.count >= 30)
            #expect(bench.clock.now - chain[0].notBefore <= .seconds(60))
            #expect(chain[0].notBefore <= bench.clock.now)
        }
        #expect(reply.chains.notAfter - bench.clock.now <= .seconds(90 * 86_400))
        #expect(try !bench.isRevoked(bundle.chain))
        let active = try bench.activate(machine, reply.set)
        #expect(active.set == reply.set)
        #expect(try bench.entry(machine)?.standing == .active)
        bench.advance(.seconds(2))
        #expect(try bench.isRevoked(bundle.chain))
        #expect(try !bench.isRevoked(reply.chains.lifecycle))
        #expect(try !bench.isRevoked(reply.chains.bootstrap ?? ""))
    }

    @Test("T4: a repeated request gets the same answer, also after kill -9; another body is a conflict")
    func repeated() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        var machine = try bench.announced("kitchen")
        let id = try #require(RequestID("one"))
        let token = try bench.token()
        let requests = try machine.requests()
        let first = try bench.enrol(machine, token: token, id: id, requests: requests)
        #expect(try bench.enrol(machine, token: token, id: id, requests: requests) == first)
        try bench.restart()
        #expect(try bench.enrol(machine, token: token, id: id, requests: requests) == first)
        bench.refused(.requestConflict) { _ = try bench.enrol(machine, token: "other", id: id, requests: requests) }
        try machine.makeNewKeys()
        bench.refused(.requestConflict) { _ = try bench.enrol(machine, token: token, id: id) }
        #expect(try bench.store().setCount(.pending) == 1)
    }

    @Test("T2: a used token opens nothing more, for this node or another one")
    func replay() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let token = try bench.token()
        let machine = try bench.announced("kitchen")
        _ = try bench.enrol(machine, token: token)
        bench.refused(.tokenUsed) { _ = try bench.enrol(machine, token: token) }
        let other = try bench.announced("cellar")
        bench.refused(.tokenUsed) { _ = try bench.enrol(other, token: token) }
        #expect(try bench.entry(other)?.standing == .expected)
    }
}
