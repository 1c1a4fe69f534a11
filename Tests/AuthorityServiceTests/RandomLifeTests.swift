import Bus
import Identity
import Schema
import Store
import Support
import Testing

@testable import AuthorityService

@Suite("Authority: invariants over random lives")
struct RandomLifeTests {
    /// What the test knows of a node beside the authority.
    private struct Known {
        var machine: CandidateNode
        var replies: [CertificateReply] = []
        var activeKey: PrivateKey?
        var asked: [(id: RequestID, token: String, requests: CertificateRequests, reply: CertificateReply)] = []
    }

    @Test(
        "One pair in use a node, one pair a token, one answer a request, all that is over on the list: in whatever order",
        arguments: 1...4)
    func randomLife(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bench = try AuthorityBench(seed: seed)
        try bench.addApp(life: .seconds(40 * 86_400))
        var nodes = try (0..<4).map {
            Known(machine: try CandidateNode(site: AuthorityBench.site, node: AuthorityBench.name("n-\($0)")))
        }
        var tokens: [String] = []
        for step in 0..<150 {
            let index = Int.random(in: 0..<nodes.count, using: &random)
            let action = Int.random(in: 0..<100, using: &random)
            _ = try? act(action, &nodes[index], &tokens, bench, &random)
            if action >= 94 { bench.advance(.seconds(Int64.random(in: 1...(20 * 86_400), using: &random))) }
            try check(bench, tokens.count, "seed \(seed), step \(step), action \(action)")
        }
        bench.advance(.seconds(2 * 3_600))
        try check(bench, tokens.count, "seed \(seed), end")
        #expect(try bench.store().setCount(.pending) == 0 && bench.store().setCount(.superseded) == 0)
    }

    private func act(
        _ action: Int, _ node: inout Known, _ tokens: inout [String], _ bench: AuthorityBench,
        _ random: inout SeededGenerator
    ) throws {
        switch action {
        case 0..<14: _ = try bench.announce(node.machine)
        case 14..<44:
            if action < 30 { try node.machine.makeNewKeys() }
            var token = tokens.randomElement(using: &random)
            if action < 40 {
                token = try bench.token()
                tokens.append(token ?? "")
            }
            let (id, requests) = (RequestID.random(), try node.machine.requests())
            let kind: ClientKind = action % 2 == 0 ? .bootstrap : .node
            let reply = try bench.enrol(
                node.machine, token: token ?? "none", id: id, as: kind, requests: requests)
            node.replies.append(reply)
            node.asked.append((id, token ?? "none", requests, reply))
        case 44..<64:
            guard let reply = node.replies.randomElement(using: &random) else { return }
            try bench.activate(node.machine, reply.set)
            node.activeKey = node.machine.lifecycleKey
        case 64..<74:
            guard let key = node.activeKey else { return }
            try node.machine.makeNewKeys()
            node.replies.append(try bench.renew(node.machine, by: key))
        case 74..<80:
            guard let old = node.asked.last else { return }
            guard try bench.store().request(node.machine.node, old.id) != nil else { return }
            let again = try bench.enrol(node.machine, token: old.token, id: old.id, requests: old.requests)
            #expect(again == old.reply)
        case 80..<83:
            _ = try bench.tell(.nodeRevoke, NodeRevokeCommand(node: node.machine.node), NodeChangeReply.self)
        case 83..<85:
            let command = NodeForgetCommand(node: node.machine.node)
            guard try bench.store().node(node.machine.node) == nil else {
                _ = try bench.tell(.nodeForget, command, NodeChangeReply.self)
                return
            }
            // It may be a room of another fleet, which takes a moment to find out.
            _ = bench.replies.take()
            try bench.send(
                .authorityCommand(.nodeForget, try #require(Requester(AuthorityBench.operatorName))), command,
                as: AuthorityBench.operatorName)
            bench.advance(.seconds(3))
            #expect(bench.replies.take().count == 1)
        case 85..<87:
            _ = try bench.tell(
                .nodeRevoke, NodeRevokeCommand(node: node.machine.node, ban: true), NodeChangeReply.self)
        case 87..<91: try bench.restart()
        case 91..<94: bench.advance(.seconds(Int64.random(in: 1...900, using: &random)))
        default: return
        }
    }

    private func check(_ bench: AuthorityBench, _ tokens: Int, _ comment: String) throws {
        let database = try bench.store().database
        let now = bench.clock.now.milliseconds
        let none = [
            "two pairs in use": """
            SELECT count(*) FROM (SELECT node FROM sets WHERE status = 'active' GROUP BY node HAVING count(*) > 1)
            """,
            "two pairs pending": """
            SELECT count(*) FROM (SELECT node FROM sets WHERE status = 'pending' GROUP BY node HAVING count(*) > 1)
            """,
            "a revoked pair with a good certificate": """
            SELECT count(*) FROM certificates JOIN sets ON sets.id = set_id
            WHERE status = 'revoked' AND revoked IS NULL AND certificates.not_after > \(now)
            """,
            "a pair in use that is revoked": """
            SELECT count(*) FROM certificates JOIN sets ON sets.id = set_id
            WHERE status IN ('active', 'pending') AND revoked IS NOT NULL
            """,
            "a pair of a node that may not have one": """
            SELECT count(*) FROM sets LEFT JOIN nodes USING (node)
            WHERE ifnull(nodes.state, '') <> 'known' AND status IN ('active', 'pending', 'superseded')
            """,
            "a good bundle of a node that is not expected": """
            SELECT count(*) FROM certificates JOIN nodes USING (node)
            WHERE purpose = 'bundle' AND revoked IS NULL AND certificates.not_after > \(now) AND expected_until IS NULL
            """,
        ]
        for (what, query) in none {
            #expect(try database.integer(query) == 0, "\(what): \(comment)")
        }
        #expect(try database.integer("SELECT count(*) FROM spent_tokens") ?? 0 <= Int64(tokens), "\(comment)")
        // What is to be on the list is on it, within the second that list may take.
        bench.advance(.milliseconds(1_100))
        let list = try bench.list()
        for entry in try bench.store().revoked(bench.clock.now) {
            #expect(list.contains(serial: entry.serial), "\(entry.serial) is not on the list: \(comment)")
        }
    }
}
