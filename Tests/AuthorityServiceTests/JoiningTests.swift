import Bus
import Identity
import Schema
import ServiceKit
import Support
import Testing

@testable import AuthorityService

@Suite("Authority: machines that ask to be let in")
struct JoiningTests {
    /// Asks with the shared identity, under a name and with a key.
    private func ask(_ bench: AuthorityBench, _ name: String, _ key: PrivateKey) throws {
        let node: NodeID = AuthorityBench.name(name)
        let client = ClientID(kind: .bootstrap, site: AuthorityBench.site, node)
        _ = try bench.askOnce(
            .join(node), JoinRequest(node: node, request: try SigningRequest.make(for: client, key: key).pem),
            as: "boot_join", JoinReply.self)
    }

    private func approve(_ bench: AuthorityBench, _ name: String, _ fingerprint: String?) throws -> NodeChangeReply {
        try bench.tell(
            .nodeApprove, NodeApproveCommand(node: AuthorityBench.name(name), fingerprint: fingerprint),
            NodeChangeReply.self)
    }

    private func entries(_ bench: AuthorityBench, _ standing: NodeStanding? = nil) throws -> [NodeEntry] {
        try bench.tell(.nodeList, NodeListCommand(standing: standing), NodeListReply.self).nodes
    }

    /// A node that worked and was revoked.
    private func revoked(_ bench: AuthorityBench, _ name: String) throws -> CandidateNode {
        let (machine, _) = try bench.working(name)
        _ = try bench.tell(.nodeRevoke, NodeRevokeCommand(node: machine.node), NodeChangeReply.self)
        return machine
    }

    @Test("R12, T1: whoever has the shared bundle empties neither the site's rate nor that of an approved machine")
    func ownRate() throws {
        let bench = try AuthorityBench(change: {
            $0.ratePerSite = 20
            $0.ratePerNode = 20
            $0.ratePerJoin = 5
        })
        try bench.addApp()
        let machine = try bench.announced("kitchen")
        let mine = try PrivateKey.generate()
        bench.refused(.approvalPending) { try ask(bench, "shed", mine) }
        _ = try approve(bench, "shed", mine.publicKey.fingerprint)
        var codes: [ErrorCode] = []
        for number in 0..<60 {
            do {
                try ask(bench, "flood-\(number)", try PrivateKey.generate())
            } catch let error as BeaconBusError {
                codes.append(error.code)
            }
        }
        #expect(codes.count { $0 == .approvalPending } == 4, "five a minute, and one was for the shed")
        #expect(codes.suffix(56).allSatisfy { $0 == .rateLimited })
        _ = try bench.enrol(machine, token: try bench.token())
        try ask(bench, "shed", mine)
    }

    @Test("R12: a key waits under one name; it does not take the places of others, and that is counted")
    func oneNameOfAKey() throws {
        let bench = try AuthorityBench()
        let key = try PrivateKey.generate()
        bench.refused(.approvalPending) { try ask(bench, "shed", key) }
        for number in 0..<70 { bench.refused(.nodeBound) { try ask(bench, "shed-\(number)", key) } }
        bench.refused(.approvalPending) { try ask(bench, "shed", key) }
        #expect(try entries(bench).map(\.node.description) == ["shed"])
        #expect(bench.handler.counters.joinsRefused.value == 70)
        bench.refused(.approvalPending) { try ask(bench, "hall", try PrivateKey.generate()) }
        // Dropped by an operator, it may take another name.
        _ = try bench.tell(.nodeForget, NodeForgetCommand(node: AuthorityBench.name("shed")), NodeChangeReply.self)
        bench.refused(.approvalPending) { try ask(bench, "shed-1", key) }
    }

    @Test("R17: a revoked node's name is given to nobody without the fingerprint of the key that gets it")
    func takenOver() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let machine = try revoked(bench, "kitchen")
        #expect(try entries(bench, .waiting).isEmpty)
        bench.refused(.nodeBound) { _ = try approve(bench, "kitchen", nil) }
        bench.refused(.approvalPending) { try ask(bench, "kitchen", machine.bootstrapKey) }
        let entry = try #require(try entries(bench, .waiting).first)
        #expect(entry.returns == true && entry.fingerprint == machine.bootstrapKey.publicKey.fingerprint)
        #expect(try entries(bench, .revoked).isEmpty)
        // Another machine does not push it aside, and is not let in by a mistake.
        let intruder = try PrivateKey.generate()
        bench.refused(.nodeBound) { try ask(bench, "kitchen", intruder) }
        bench.refused(.commandInvalid) { _ = try approve(bench, "kitchen", nil) }
        bench.refused(.nodeBound) { _ = try approve(bench, "kitchen", intruder.publicKey.fingerprint) }
        let reply = try approve(bench, "kitchen", entry.fingerprint)
        #expect(reply.standing == .expected && reply.fingerprint == entry.fingerprint)
        bench.refused(.nodeBound) { try ask(bench, "kitchen", intruder) }
        try ask(bench, "kitchen", machine.bootstrapKey)
        let audit = try readFile("\(bench.folder.path)/audit.log")
        #expect(audit.contains("with the key \(entry.fingerprint ?? "?")"), "who was let in is noted")
    }

    @Test("R17: a name that had certificates is known as such after the node was forgotten, too")
    func forgottenName() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let (machine, _) = try bench.working("kitchen")
        _ = try bench.tell(.nodeForget, NodeForgetCommand(node: machine.node), NodeChangeReply.self)
        let key = try PrivateKey.generate()
        bench.refused(.approvalPending) { try ask(bench, "kitchen", key) }
        bench.refused(.commandInvalid) { _ = try approve(bench, "kitchen", nil) }
        #expect(try approve(bench, "kitchen", key.publicKey.fingerprint).fingerprint == key.publicKey.fingerprint)
        // A new one may be let in as before, and the answer says which key that is.
        let other = try PrivateKey.generate()
        bench.refused(.approvalPending) { try ask(bench, "shed", other) }
        #expect(try approve(bench, "shed", nil).fingerprint == other.publicKey.fingerprint)
    }

    @Test("A revoked node that asked in vain for a day is revoked, as before")
    func askedInVain() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let machine = try revoked(bench, "kitchen")
        bench.refused(.approvalPending) { try ask(bench, "kitchen", machine.bootstrapKey) }
        bench.advance(.seconds(86_400 + 120))
        #expect(try entries(bench).map(\.standing) == [.revoked])
    }

    @Test("The sixteen digits that a list shows are enough of a fingerprint; fewer, or other characters, are not")
    func prefixes() throws {
        let bench = try AuthorityBench()
        let key = try PrivateKey.generate()
        let fingerprint = key.publicKey.fingerprint
        bench.refused(.approvalPending) { try ask(bench, "shed", key) }
        for wrong in ["", "00", String(fingerprint.prefix(15)), String(fingerprint.prefix(15)) + "g"] {
            bench.refused(.commandInvalid) { _ = try approve(bench, "shed", wrong) }
        }
        let last: Character = fingerprint.prefix(16).last == "0" ? "1" : "0"
        bench.refused(.nodeBound) { _ = try approve(bench, "shed", String(fingerprint.prefix(15)) + [last]) }
        bench.refused(.nodeBound) { _ = try approve(bench, "shed", String(fingerprint.reversed())) }
        #expect(try approve(bench, "shed", fingerprint.prefix(16).uppercased()).fingerprint == fingerprint)
    }

    @Test(
        "Only who still waits is forgotten as waiting: an approved one is not cut off by that, a revoked one stays so")
    func forgetWaiting() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        func forget(_ name: String) throws -> NodeChangeReply {
            try bench.tell(
                .nodeForget, NodeForgetCommand(node: AuthorityBench.name(name), standing: .waiting),
                NodeChangeReply.self)
        }
        let machine = try revoked(bench, "kitchen")
        bench.refused(.approvalPending) { try ask(bench, "kitchen", machine.bootstrapKey) }
        bench.refused(.approvalPending) { try ask(bench, "shed", try PrivateKey.generate()) }
        bench.refused(.approvalPending) { try ask(bench, "hall", try PrivateKey.generate()) }
        _ = try approve(bench, "hall", nil)
        let revision = try bench.store().revision()
        bench.refused(.commandInvalid) { _ = try forget("hall") }
        _ = try forget("shed")
        #expect(try forget("kitchen").standing == .revoked)
        bench.refused(.commandInvalid) { _ = try forget("kitchen") }
        #expect(try bench.store().revision() == revision, "nobody's rights have changed")
        #expect(try entries(bench).map { "\($0.node) \($0.standing)" } == ["hall expected", "kitchen revoked"])
    }
}
