import Access
import Bus
import Identity
import Schema
import Store
import Support
import Testing

@testable import AuthorityService

/// A broker judges a certificate when somebody comes, and never again: whoever is in with one that is over has to be
/// cut off by an epoch.
@Suite("Authority: the sessions of what is over")
struct EndedSessionTests {
    private func document(_ bench: AuthorityBench) throws -> AccessDocument {
        try AccessDocument(reading: Array(readFile("\(bench.folder.path)/access/access.json").utf8))
    }

    /// The epochs of a node's three names, or of one client.
    private func epochs(_ bench: AuthorityBench, _ names: [String]) throws -> [UInt64?] {
        let identities = try document(bench).identities
        return names.map { name in identities.first { $0.client.description == name }?.epoch ?? 0 }
    }

    private let kitchen = ["n.home.kitchen", "s.home.kitchen", "boot.home.kitchen"]

    private func follow(_ bench: AuthorityBench) throws {
        try AtomicFile(path: bench.setup.gateFile).write(Array(#"{"revision":99999,"crlNumber":99999}"#.utf8))
    }

    private func certificate(_ bench: AuthorityBench, _ name: String, life: Duration? = nil) throws -> IssueReply {
        let client = try #require(ClientID(name))
        let request = try SigningRequest.make(for: client, key: PrivateKey.generate()).pem
        return try bench.tell(
            .issue, IssueCommand(client: client, request: request, validity: life?.saturatedMilliseconds),
            IssueReply.self)
    }

    @Test("R17, D5: when an older pair dies after a renewal, all sessions of the node's names end, once")
    func superseded() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        var (machine, first) = try bench.working("kitchen")
        let old = machine.lifecycleKey
        try machine.makeNewKeys()
        try bench.activate(machine, bench.renew(machine, by: old).set)
        bench.advance(.seconds(580))
        let before = try epochs(bench, kitchen)
        let revision = try document(bench).revision
        bench.advance(.seconds(40))
        #expect(try bench.isRevoked(first.chains.lifecycle))
        let after = try epochs(bench, kitchen)
        #expect(zip(before, after).allSatisfy { $0 != $1 })
        #expect(try document(bench).revision > revision)
        bench.advance(.seconds(600))
        #expect(try epochs(bench, kitchen) == after, "one reconnect is all it costs")
    }

    @Test("R17: a pair that is replaced or dies before its first use ends the sessions made with it")
    func pending() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        var machine = try bench.announced("kitchen")
        let first = try bench.enrol(machine, token: try bench.token())
        bench.advance(.seconds(2))
        let before = try epochs(bench, kitchen)
        try machine.makeNewKeys()
        let second = try bench.enrol(machine, token: try bench.token())
        bench.advance(.seconds(2))
        #expect(try bench.isRevoked(first.chains.lifecycle) && !bench.isRevoked(second.chains.lifecycle))
        let between = try epochs(bench, kitchen)
        #expect(zip(before, between).allSatisfy { $0 != $1 })
        bench.advance(.seconds(3_620))
        #expect(try bench.isRevoked(second.chains.lifecycle))
        #expect(zip(between, try epochs(bench, kitchen)).allSatisfy { $0 != $1 })
    }

    @Test("D9: after an outage of the authority a node has time to say that it uses its new pair")
    func outage() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let machine = try bench.announced("kitchen")
        let reply = try bench.enrol(machine, token: try bench.token())
        bench.bus.broker.isDown = true
        bench.client.cut()
        bench.advance(.seconds(4_000))
        bench.bus.broker.isDown = false
        bench.advance(.seconds(60))
        bench.advance(.seconds(60))
        #expect(try !bench.isRevoked(reply.chains.lifecycle))
        try bench.activate(machine, reply.set)
        bench.advance(.seconds(600))
        #expect(try !bench.isRevoked(reply.chains.lifecycle))
    }

    @Test("T13: a minute after a pair has run out its sessions end; a node that says nothing more is lost (D9)")
    func expiredPair() throws {
        let bench = try AuthorityBench()
        try bench.addApp(life: .seconds(3_600))
        _ = try bench.working("kitchen")
        try follow(bench)
        var state = try #require(NodeStatus.samples.first)
        state.online = true
        var head = Head()
        head.session = 4711
        head.from = ClientID("n.home.kitchen")
        bench.bus.inject("beaconbus/home/nodes/kitchen/state", try MessageCoder.encode(head, state), retain: true)
        bench.advance(.seconds(3_500))
        let before = try epochs(bench, kitchen)
        bench.advance(.seconds(200))
        bench.advance(.seconds(60))
        let after = try epochs(bench, kitchen)
        #expect(before[0] != after[0] && before[1] != after[1])
        #expect(before[2] == after[2], "it may be coming back with a token just now")
        #expect(bench.bus.broker.retainedMessage("beaconbus/home/nodes/kitchen/lost") != nil)
        bench.advance(.seconds(600))
        #expect(try epochs(bench, kitchen) == after)
        try bench.restart()
        bench.advance(.seconds(120))
        #expect(try epochs(bench, kitchen) == after)
    }

    @Test("D9: a node that is back under its bootstrap name when its pair's sessions end is not called lost")
    func notLost() throws {
        let bench = try AuthorityBench()
        try bench.addApp(life: .seconds(3_600))
        _ = try bench.working("kitchen")
        try follow(bench)
        var state = try #require(NodeStatus.samples.first)
        state.online = true
        var head = Head()
        head.session = 4711
        head.from = ClientID("boot.home.kitchen")
        bench.bus.inject("beaconbus/home/nodes/kitchen/state", try MessageCoder.encode(head, state), retain: true)
        bench.advance(.seconds(3_700))
        bench.advance(.seconds(60))
        #expect(bench.bus.broker.retainedMessage("beaconbus/home/nodes/kitchen/lost") == nil)
    }

    @Test("T13: a client whose last certificate has run out is let in no more; one with another one comes back")
    func expiredClients() throws {
        let bench = try AuthorityBench()
        _ = try certificate(bench, "op.home.anna", life: .seconds(1_000))
        _ = try certificate(bench, "op.home.bert", life: .seconds(1_000))
        _ = try certificate(bench, "op.home.bert")
        bench.advance(.seconds(900))
        #expect(try document(bench).identities.count == 2)
        let before = try epochs(bench, ["op.home.bert"])
        bench.advance(.seconds(200))
        bench.advance(.seconds(60))
        #expect(try document(bench).identities.map(\.client.name) == ["bert"])
        #expect(try epochs(bench, ["op.home.bert"]) != before)
    }

    @Test("R17: a name that is let in again after it was put off is another one, for a gate that saw nothing of it")
    func again() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        for isForgotten in [false, true] {
            let (machine, _) = try bench.working("kitchen")
            bench.advance(.seconds(2))
            let before = try epochs(bench, kitchen)
            if isForgotten {
                _ = try bench.tell(.nodeForget, NodeForgetCommand(node: machine.node), NodeChangeReply.self)
            } else {
                _ = try bench.tell(.nodeRevoke, NodeRevokeCommand(node: machine.node), NodeChangeReply.self)
            }
            _ = try bench.announce(machine)
            #expect(zip(before, try epochs(bench, kitchen)).allSatisfy { $0 != $1 })
            _ = try bench.tell(.nodeForget, NodeForgetCommand(node: machine.node), NodeChangeReply.self)
        }
        _ = try certificate(bench, "op.home.anna")
        let before = try epochs(bench, ["op.home.anna"])
        _ = try bench.tell(.revoke, RevokeCommand(client: try #require(ClientID("op.home.anna"))), RevokeReply.self)
        _ = try certificate(bench, "op.home.anna")
        #expect(try epochs(bench, ["op.home.anna"]) != before)
    }

    @Test("R17: those who carry out a revocation cannot be revoked, and the refusal says what to do instead")
    func indispensable() throws {
        let bench = try AuthorityBench()
        for name in ["gate", "authority", "metadata"] { _ = try certificate(bench, "svc.home.\(name)") }
        for name in ["gate", "authority"] {
            do {
                _ = try bench.tell(
                    .revoke, RevokeCommand(client: try #require(ClientID("svc.home.\(name)"))), RevokeReply.self)
                Issue.record("\(name) was revoked")
            } catch let error as BeaconBusError {
                #expect(error.code == .commandInvalid)
                #expect(error.suggestion.contains("site init") && error.suggestion.contains("beacon-\(name)"))
            }
        }
        _ = try bench.tell(
            .revoke, RevokeCommand(client: try #require(ClientID("svc.home.metadata"))), RevokeReply.self)
        #expect(try Set(document(bench).identities.map(\.client.name)) == ["gate", "authority"])
    }

    @Test("D13: who announces a node or issues a certificate learns whether the broker lets it in")
    func applied() throws {
        let bench = try AuthorityBench()
        let machine = try CandidateNode(site: AuthorityBench.site, node: AuthorityBench.name("kitchen"))
        #expect(try bench.announce(machine).applied == false, "there is no gate")
        #expect(try certificate(bench, "op.home.anna").applied == false)
        try follow(bench)
        #expect(try bench.announce(machine).applied == true)
        #expect(try certificate(bench, "op.home.anna").applied == true)
    }
}
