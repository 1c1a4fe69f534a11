import Identity
import Schema
import Support
import Testing

@testable import AuthorityService

@Suite("Authority: the decision before the token")
struct NodeDecisionTests {
    typealias Defect = DecisionFixture.Defect

    @Test(
        "The checks come in their order: of all 2,048 sets of defects the earliest decides, and without any it passes")
    func order() throws {
        let fixture = try DecisionFixture()
        for bits in 0..<(1 << Defect.allCases.count) {
            let defects = Set(Defect.allCases.filter { bits & (1 << $0.rawValue) != 0 })
            let verdict = fixture.verdict(fixture.request(defects), fixture.facts(defects))
            #expect(verdict == defects.min()?.code, "\(defects.sorted())")
        }
    }

    @Test("T5, T10: not one of the hostile signing requests is accepted, for lifecycle or scanner")
    func hostile() throws {
        let fixture = try DecisionFixture()
        var count = 0
        for (client, isLifecycle) in [
            (fixture.machine.lifecycleClient, true), (fixture.machine.scannerClient, false),
        ] {
            for sample in try RequestCorpus(client: client.description).written() {
                // One of the others' names is its own.
                guard sample.refusal != nil, sample.title != "named \(quoted(client.description))" else { continue }
                var requests = fixture.requests
                if isLifecycle { requests.lifecycle = sample.pem } else { requests.scanner = sample.pem }
                let body = EnrolRequest(
                    node: DecisionFixture.node, user: DecisionFixture.user, app: DecisionFixture.app, token: "token",
                    requests: requests)
                let request = NodeRequest(
                    body, node: DecisionFixture.node, id: RequestID("one")!, asker: .bootstrap)
                #expect(fixture.verdict(request, fixture.facts()) == .csrInvalid, "\(sample.title)")
                count += 1
            }
        }
        #expect(count >= 200)
    }

    @Test(
        "A node's standing decides as it is written",
        arguments: [
            (NodeRecord.State.waiting, ErrorCode.nodeUnexpected), (.revoked, .nodeUnexpected), (.banned, .nodeBanned),
        ])
    func standing(_ state: NodeRecord.State, _ code: ErrorCode) throws {
        let fixture = try DecisionFixture()
        var record = NodeRecord(node: DecisionFixture.node, state: state, since: DecisionFixture.now)
        // What it was promised before does not count any more.
        record.expectedUntil = DecisionFixture.now + .seconds(60)
        let facts = fixture.facts(record, active: fixture.active(.seconds(60)))
        #expect(fixture.verdict(fixture.request(asker: .node), facts) == code)
    }

    @Test("A node that uses a pair asks with it; with a bootstrap name it is heard when the pair has expired")
    func bound() throws {
        let fixture = try DecisionFixture()
        var record = NodeRecord(node: DecisionFixture.node, state: .known, since: DecisionFixture.now)
        record.app = DecisionFixture.app
        record.user = DecisionFixture.user
        func verdict(_ asker: ClientKind, _ rest: Duration) -> ErrorCode? {
            fixture.verdict(fixture.request(asker: asker), fixture.facts(record, active: fixture.active(rest)))
        }
        #expect(verdict(.node, .seconds(60)) == nil)
        #expect(verdict(.bootstrap, .seconds(60)) == .nodeBound)
        #expect(verdict(.node, .seconds(-60)) == nil)
        #expect(verdict(.bootstrap, .seconds(-60)) == nil)
        record.user = AuthorityBench.name("another")
        #expect(verdict(.node, .seconds(60)) == .nodeBound)
        record.user = DecisionFixture.user
        record.app = AuthorityBench.name("another")
        #expect(verdict(.node, .seconds(60)) == .nodeBound)
        // Announced again it may come as anybody, with any key.
        record.expectedUntil = DecisionFixture.now + .milliseconds(1)
        #expect(verdict(.bootstrap, .seconds(60)) == nil)
        record.expectedUntil = DecisionFixture.now
        #expect(verdict(.bootstrap, .seconds(60)) == .nodeBound)
    }

    @Test("An announcement that has run out is none, and neither is a record without a pair")
    func nobody() throws {
        let fixture = try DecisionFixture()
        var record = NodeRecord(node: DecisionFixture.node, state: .known, since: DecisionFixture.now)
        record.expectedUntil = DecisionFixture.now
        #expect(fixture.verdict(fixture.request(), fixture.facts(record)) == .nodeUnexpected)
    }

    @Test("What one request says and another one does gives another hash, whatever moves from one field to the next")
    func hashes() throws {
        let fixture = try DecisionFixture()
        var seen: Set<[UInt8]> = []
        let words = ["a", "ab", "b", "1:a", "a1:b"]
        for token in words {
            for user in words.compactMap({ UserID($0) }) {
                for app in words.compactMap({ AppID($0) }) {
                    let body = EnrolRequest(
                        node: DecisionFixture.node, user: user, app: app, token: token, requests: fixture.requests)
                    let request = NodeRequest(
                        body, node: DecisionFixture.node, id: RequestID("one")!, asker: .bootstrap)
                    #expect(seen.insert(request.hash).inserted)
                }
            }
        }
    }

    @Test("D13: a request, and what is noted of it, shows no token")
    func redacted() throws {
        let fixture = try DecisionFixture()
        let request = fixture.request()
        #expect(!"\(request)".contains("token\""))
        var text = ""
        dump(request, to: &text)
        #expect(!text.contains("CERTIFICATE REQUEST"))
        #expect(request.tokenMark == "3c469e9d6c5875d3")
    }
}
