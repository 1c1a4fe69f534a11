import Schema
import Testing

@testable import LifecycleService

/// What each answer of the authority means for a node that has no certificate (H28–H32), and how a lost one is
/// repeated.
@Suite("Identity: the authority's answers")
struct AuthorityAnswerTests {
    /// Code, how often the request is sent before it counts, and what is waited for afterwards.
    static let table: [(code: ErrorCode, sent: Int, recovery: String)] = [
        (.tokenInvalid, 1, "nothing"), (.tokenUsed, 1, "nothing"), (.tokenExpired, 1, "nothing"),
        (.tokenMissing, 1, "token"), (.authorityRejected, 1, "nothing"), (.csrInvalid, 1, "nothing"),
        (.nodeBound, 1, "nothing"), (.nodeBanned, 1, "nothing"), (.appUnknown, 1, "nothing"),
        (.nodeUnexpected, 1, "approval"), (.approvalPending, 1, "approval"), (.rateLimited, 1, "authority"),
        (.requestConflict, 2, "nothing"), (.messageInvalid, 1, "nothing"), (.certificateRevoked, 1, "identity"),
        (.validatorUnreachable, 3, "authority"), (.validatorInvalid, 3, "authority"),
        (.signerUnreachable, 3, "authority"), (.busy, 3, "authority"), (.internalError, 3, "authority"),
        (.storeFull, 3, "authority"), (.storeBusy, 3, "authority"), (.storeReadOnly, 1, "authority"),
    ]

    private func asked() -> FlowNode {
        var node = FlowNode(.bootstrapped, observers: ["anna", "bert"])
        node.prepare()
        node.answer(.token)
        return node
    }

    @Test("H32: each refusal has its own code, its own patience, and its own recovery")
    func codes() {
        for row in Self.table {
            var node = asked()
            for _ in 0..<10 where node.failure == nil {
                node.reply(row.code)
                node.run(.seconds(2))
            }
            let sent = node.history.filter { $0.hasPrefix("send") }
            #expect(sent.count == row.sent, "\(row.code)")
            #expect(node.history.contains("failed 1 \(row.code), \(row.recovery)"), "\(row.code): \(node.history)")
            #expect(node.history.filter { $0.hasPrefix("ask") }.count == 1, "\(row.code): H36")
            #expect(node.history.contains("forget 1"), "\(row.code): the token is dropped")
        }
    }

    @Test("A lost answer is asked for again under the same id within the start's time, and then given up")
    func lost() {
        for code in [ErrorCode.requestTimeout, .connectionLost, .authorityUnreachable] {
            var node = asked()
            node.reply(code)
            #expect(node.log.isEmpty)
            node.run(.seconds(1))
            #expect(node.history.last == "send 3 enrol with 1 again")
            node.run(.seconds(22))
            let sent = node.history.filter { $0.hasPrefix("send") }
            #expect(sent.count >= 3)
            #expect(sent.dropFirst().allSatisfy { $0.hasSuffix("again") }, "never a second id")
            #expect(node.failure?.code == .authorityUnreachable)
            #expect(node.history.last == "failed 1 authorityUnreachable, authority")
            #expect(!node.history.contains("discard"), "the next start repeats it")
        }
    }

    @Test("A lost answer whose repetition comes through ends in a started node")
    func found() {
        var node = asked()
        node.run(.seconds(7))
        node.issue()
        node.connect()
        #expect(node.log.first == "ready 1")
    }

    @Test("The late answer to an earlier sending changes nothing (R19)")
    func late() {
        var node = asked()
        let first = node.number
        node.run(.seconds(7))
        node.feed(.reply(number: first, .failure(.test(.tokenInvalid))))
        #expect(node.log.isEmpty)
        node.issue()
        #expect(node.log.contains("connect node 2"))
    }

    @Test("A connection that is lost while the authority is asked: brokerUnreachable if it does not come back")
    func offline() {
        var node = asked()
        node.disconnect(.connectionLost)
        node.reply(.connectionLost)
        for _ in 0..<60 where node.failure == nil {
            node.run(.milliseconds(500))
            if node.log.contains(where: { $0.hasPrefix("send") }) { node.reply(.brokerUnreachable) }
        }
        #expect(node.failure?.code == .brokerUnreachable)
    }

    @Test("A request of an earlier start is repeated without a question; its refused token leads to one")
    func resumed() {
        var holdings = IdentityHoldings.bootstrapped
        holdings.pending = .init(kind: .enrol, created: FlowNode.start - .seconds(60))
        for code in [ErrorCode.tokenUsed, .tokenExpired, .tokenInvalid, .requestConflict, .csrInvalid] {
            var node = FlowNode(holdings, observers: ["anna"])
            node.prepare()
            #expect(node.log == ["send 1 enrol again"])
            node.reply(code)
            #expect(node.log == ["discard", "ask 2 anna"], "\(code)")
            node.answer(.token)
            node.reply(code == .requestConflict ? .tokenUsed : code)
            #expect(node.failure != nil, "\(code): this start's own token was refused")
        }
        var node = FlowNode(holdings, observers: ["anna"])
        node.prepare()
        node.reply(.nodeBound)
        #expect(node.log.last == "failed 1 nodeBound, nothing")
    }

    @Test("A request that is too old to be answered with something alive is given up")
    func stale() {
        var holdings = IdentityHoldings.bootstrapped
        holdings.pending = .init(kind: .enrol, created: FlowNode.start - .seconds(3_600))
        var node = FlowNode(holdings, observers: ["anna"])
        node.prepare()
        #expect(node.log == ["discard", "ask 1 anna"])
    }

    @Test("A look into the folder from before the request was stored does not make the node forget it")
    func oldLook() {
        var node = asked()
        node.feed(.holdings(.bootstrapped))
        node.reply(.requestTimeout)
        node.run(.seconds(22))
        #expect(node.failure?.code == .authorityUnreachable)
        node.prepare(2)
        #expect(node.log.first?.hasSuffix("enrol again") == true)
    }

    @Test("Who waits for approval asks again with the same request, token and keys")
    func approval() {
        var node = asked()
        node.reply(.approvalPending)
        #expect(!node.history.contains("discard"))
        node.feed(.follow(.idle, armed: .approval))
        node.run(.seconds(59))
        #expect(!node.history.contains("recovered approval"))
        node.run(.seconds(1))
        #expect(node.history.last == "recovered approval")
        node.prepare(2)
        #expect(node.log == ["send 3 enrol again"])
    }

    @Test("A certificate that does not fit is thrown away: certificateInvalid, and nothing is waited for")
    func misfit() {
        var node = asked()
        node.replyIssued()
        node.feed(.installFailed(number: node.number, .test(.certificateInvalid)))
        #expect(node.log == ["discard", "forget 1", "failed 1 certificateInvalid, nothing"])
    }

    @Test("A disk that cannot take it: its own code; the answer is asked for again under the same id next time")
    func disk() {
        for code in [ErrorCode.storeFull, .storeReadOnly, .storeFailed] {
            var node = asked()
            node.replyIssued()
            node.feed(.installFailed(number: node.number, .test(code)))
            #expect(node.log == ["forget 1", "failed 1 \(code), store"])
            node.prepare(2)
            #expect(node.log == ["send 3 enrol again"])
        }
    }

    @Test("Keys that cannot be stored: nothing was sent, the start is refused with the disk's code")
    func unsent() {
        var node = asked()
        node.feed(.sendFailed(number: node.number, .test(.storeFull)))
        #expect(node.log == ["forget 1", "failed 1 storeFull, store"])
    }

    @Test("D17: what was just signed is past by our clock: clockWrong; the request is repeated once it is right")
    func clockAhead() {
        var node = asked()
        let issued = IdentityEvent.Issued(
            notBefore: FlowNode.start, notAfter: FlowNode.start + FlowNode.day,
            issued: FlowNode.start)
        node.set(FlowNode.start + FlowNode.day * 3_650)
        node.feed(.reply(number: node.number, .success(issued)))
        #expect(node.log == ["forget 1", "failed 1 clockWrong, clock"])
        node.set(FlowNode.start + .seconds(60))
        node.prepare(2)
        #expect(node.log == ["send 3 enrol again"])
    }

    @Test("D17: what was just signed is not valid yet by our clock: clockWrong")
    func clockBehind() {
        var node = asked()
        node.set(WallTime("2025-01-01T00:00:00.000Z")!)
        let issued = IdentityEvent.Issued(
            notBefore: FlowNode.start, notAfter: FlowNode.start + FlowNode.day,
            issued: FlowNode.start)
        node.feed(.reply(number: node.number, .success(issued)))
        #expect(node.failure?.code == .clockWrong)
    }

    @Test("The new pair that the broker refuses as revoked refuses the start; one it cannot be shown to starts offline")
    func change() {
        var node = asked()
        node.issue()
        node.disconnect(.certificateRevoked)
        #expect(node.history.contains("failed 1 certificateRevoked, identity"))
        node = asked()
        node.issue()
        node.disconnect(.brokerUnreachable)
        #expect(node.failure == nil)
        node.run(.seconds(10))
        #expect(node.history.contains("ready 1"))
    }
}
