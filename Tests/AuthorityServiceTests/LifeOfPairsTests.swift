import Bus
import Identity
import Schema
import Support
import Testing

@testable import AuthorityService

@Suite("Authority: the life of pairs")
struct LifeOfPairsTests {
    @Test("D5: a renewal by possession gives a new pair; the older one dies ten minutes after the newer one is in use")
    func renewal() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        var (machine, first) = try bench.working("kitchen")
        let old = machine.lifecycleKey
        try machine.makeNewKeys()
        let second = try bench.renew(machine, by: old)
        #expect(second.set != first.set)
        bench.advance(.seconds(1200))
        #expect(try !bench.isRevoked(first.chains.lifecycle), "nothing dies before the new pair is used")
        try bench.activate(machine, second.set)
        bench.advance(.seconds(580))
        #expect(try !bench.isRevoked(first.chains.lifecycle))
        bench.advance(.seconds(60))
        for pem in [first.chains.lifecycle, first.chains.scanner, try #require(first.chains.bootstrap)] {
            #expect(try bench.isRevoked(pem))
        }
        #expect(try !bench.isRevoked(second.chains.lifecycle))
        #expect(try bench.entry(machine)?.set == second.set)
    }

    @Test("D5: a renewal needs the current key's signature over this very request")
    func proofOfRenewal() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        var (machine, _) = try bench.working("kitchen")
        let old = machine.lifecycleKey
        try machine.makeNewKeys()
        bench.refused(.authorityRejected) { _ = try bench.renew(machine, by: machine.lifecycleKey) }
        bench.refused(.authorityRejected) { _ = try bench.renew(machine, by: machine.scannerKey) }
        let other = try #require(RequestID("other"))
        bench.refused(.authorityRejected) {
            _ = try bench.askOnce(
                .renew(machine.node), try machine.renewal(id: other, by: old), as: "n_\(machine.node)",
                id: RequestID("mine"), CertificateReply.self)
        }
        _ = try bench.renew(machine, by: old)
    }

    @Test("D5: beyond maxChainAge a token is due, and begins the chain anew")
    func chainAge() throws {
        let bench = try AuthorityBench(change: { $0.maxChainAge = .seconds(100 * 86_400) })
        try bench.addApp()
        var (machine, _) = try bench.working("kitchen")
        for _ in 0..<2 {
            bench.advance(.seconds(45 * 86_400))
            let old = machine.lifecycleKey
            try machine.makeNewKeys()
            try bench.activate(machine, bench.renew(machine, by: old).set)
        }
        bench.advance(.seconds(20 * 86_400))
        let old = machine.lifecycleKey
        try machine.makeNewKeys()
        bench.refused(.tokenMissing) { _ = try bench.renew(machine, by: old) }
        let reply = try bench.enrol(machine, token: try bench.token(), as: .node)
        try bench.activate(machine, reply.set)
        let newest = machine.lifecycleKey
        try machine.makeNewKeys()
        _ = try bench.renew(machine, by: newest)
    }

    @Test("A pair that is never used dies after an hour, and cannot be used any more")
    func neverActivated() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let machine = try bench.announced("kitchen")
        let reply = try bench.enrol(machine, token: try bench.token())
        bench.advance(.seconds(3590))
        #expect(try !bench.isRevoked(reply.chains.lifecycle))
        bench.advance(.seconds(30))
        #expect(try bench.isRevoked(reply.chains.lifecycle))
        #expect(try bench.isRevoked(reply.chains.bootstrap ?? ""))
        bench.refused(.notFound) { try bench.activate(machine, reply.set) }
        // It is still expected, and comes again with a new token.
        let again = try bench.enrol(machine, token: try bench.token())
        try bench.activate(machine, again.set)
    }

    @Test("T4: activate may be said again, by the process after kill -9, too; only with both keys")
    func activateAgain() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let machine = try bench.announced("kitchen")
        let reply = try bench.enrol(machine, token: try bench.token())
        var thief = machine
        try thief.makeNewKeys()
        bench.refused(.authorityRejected) { try bench.activate(thief, reply.set) }
        var half = machine
        half.scannerKey = thief.scannerKey
        bench.refused(.authorityRejected) { try bench.activate(half, reply.set) }
        #expect(try bench.entry(machine)?.standing == .pending)
        try bench.activate(machine, reply.set)
        try bench.activate(machine, reply.set)
        try bench.restart()
        try bench.activate(machine, reply.set)
        #expect(try bench.store().setCount(.active) == 1)
    }

    @Test("H31: after its pair has expired a node comes back with the certificate over its lifecycle key, and a token")
    func comesBack() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        var (machine, first) = try bench.working("kitchen")
        let comeback = try Certificate(pem: first.chains.bootstrap ?? "")
        bench.refused(.nodeBound) { _ = try bench.enrol(machine, token: try bench.token()) }
        bench.advance(.seconds(91 * 86_400))
        #expect(try bench.entry(machine)?.standing == .expired)
        #expect(comeback.notAfter > bench.clock.now)
        #expect(try !bench.isRevoked(first.chains.bootstrap ?? ""))
        let old = machine.lifecycleKey
        try machine.makeNewKeys()
        bench.refused(.certificateExpired) { _ = try bench.renew(machine, by: old) }
        bench.refused(.nodeBound) {
            _ = try bench.enrol(machine, token: try bench.token(), user: AuthorityBench.name("somebody"))
        }
        let again = try bench.enrol(machine, token: try bench.token())
        try bench.activate(machine, again.set)
        #expect(try bench.entry(machine)?.standing == .active)
    }

    @Test("A wiped node that is announced again comes with new keys; its old pair dies when the new one is used")
    func wiped() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let (_, first) = try bench.working("kitchen")
        let wiped = try CandidateNode(site: AuthorityBench.site, node: AuthorityBench.name("kitchen"))
        bench.refused(.nodeBound) { _ = try bench.enrol(wiped, token: try bench.token()) }
        #expect(try bench.announce(wiped).rebinds)
        let second = try bench.enrol(wiped, token: try bench.token())
        #expect(try !bench.isRevoked(first.chains.lifecycle))
        try bench.activate(wiped, second.set)
        bench.advance(.seconds(620))
        #expect(try bench.isRevoked(first.chains.lifecycle))
        #expect(try bench.isRevoked(first.chains.bootstrap ?? ""))
        #expect(try bench.entry(wiped)?.set == second.set)
    }

    @Test("Of two machines with one bundle the first to be used stays, the second is refused", .tags())
    func copiedBundle() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let machine = try bench.announced("kitchen")
        var copy = machine
        try copy.makeNewKeys()
        let first = try bench.enrol(machine, token: try bench.token())
        try bench.activate(machine, first.set)
        bench.refused(.nodeBound) { _ = try bench.enrol(copy, token: try bench.token()) }
        #expect(try bench.store().setCount(.pending) == 0)
    }

    @Test("A key of another node is refused: a copied folder is no second node")
    func copiedKeys() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let (machine, _) = try bench.working("kitchen")
        var other = try bench.announced("cellar")
        other.lifecycleKey = machine.lifecycleKey
        bench.refused(.nodeBound) { _ = try bench.enrol(other, token: try bench.token()) }
        other.scannerKey = other.bootstrapKey
        other.lifecycleKey = other.bootstrapKey
        bench.refused(.csrInvalid) { _ = try bench.enrol(other, token: try bench.token()) }
    }
}
