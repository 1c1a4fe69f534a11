import Schema
import Testing

@testable import LifecycleService

/// D3, each row under both policies: the certificate is due, and still valid.
@Suite("Identity: due but still valid (D3)")
struct DueStartTests {
    static let unreachable: [ErrorCode] = [
        .validatorUnreachable, .validatorInvalid, .signerUnreachable, .storeFull, .storeBusy, .busy, .rateLimited,
        .internalError,
    ]
    static let rejections: [(ErrorCode, String)] = [
        (.tokenInvalid, "nothing"), (.tokenUsed, "nothing"), (.tokenExpired, "nothing"),
        (.authorityRejected, "nothing"), (.csrInvalid, "nothing"), (.nodeBound, "nothing"),
        (.nodeBanned, "nothing"), (.appUnknown, "nothing"), (.nodeUnexpected, "approval"),
        (.approvalPending, "approval"),
    ]

    private func node(_ policy: RunPolicy, isConnected: Bool = true) -> FlowNode {
        FlowNode(.due, policy: policy, observers: ["anna"], isConnected: isConnected)
    }

    /// Up to the question; `automatic` has had its renewal refused.
    private func asked(_ policy: RunPolicy) -> FlowNode {
        var node = node(policy)
        node.prepare()
        if policy == .automatic { node.reply(.authorityRejected) }
        #expect(node.log.last == "ask \(node.number) anna")
        node.clear()
        return node
    }

    @Test("manual asks for a token at once; automatic renews by possession first, with a new key and no question")
    func first() {
        var manual = node(.manual)
        manual.prepare()
        #expect(manual.log == ["ask 1 anna"])
        var automatic = node(.automatic)
        automatic.prepare()
        #expect(automatic.log == ["send 1 renew"])
        automatic.issue()
        automatic.connect()
        #expect(automatic.log == ["ready 1", "activate 2"])
        #expect(automatic.history.filter { $0.hasPrefix("ask") }.isEmpty)
    }

    @Test("automatic: only a renewal that is refused leads to the question")
    func refusedPossession() {
        var node = node(.automatic)
        node.prepare()
        node.reply(.tokenMissing)
        #expect(node.log == ["discard", "ask 2 anna"])
        node.answer(.token)
        #expect(node.log == ["send 3 enrol with 2"])
        node.issue()
        node.connect()
        #expect(node.log.first == "ready 1")
    }

    @Test("Network unreachable: it starts, renewalDue, with a warning", arguments: RunPolicy.allCases)
    func noNetwork(_ policy: RunPolicy) {
        var node = node(policy, isConnected: false)
        node.prepare()
        #expect(node.log == ["connect node 1"])
        node.disconnect(.brokerUnreachable)
        #expect(node.log == ["ready 1", "warn brokerUnreachable"])
        #expect(node.status == .renewalDue)
    }

    @Test("Authority or validator unable: it starts, renewalDue, with a warning", arguments: RunPolicy.allCases)
    func unable(_ policy: RunPolicy) {
        for code in Self.unreachable {
            var node = asked(policy)
            node.answer(.token)
            for _ in 0..<5 where node.failure == nil && node.warnings.isEmpty {
                node.reply(code)
                node.run(.seconds(1))
            }
            #expect(node.history.suffix(2) == ["ready 1", "warn \(code)"], "\(code)")
            #expect(node.status == .renewalDue)
        }
    }

    @Test("Authority silent: asked twice under one id, then it starts with a warning", arguments: RunPolicy.allCases)
    func silent(_ policy: RunPolicy) {
        var node = node(policy)
        node.prepare()
        if policy == .manual { node.answer(.token) }
        node.run(.seconds(20))
        #expect(node.history.filter { $0.hasPrefix("send") }.count == 2)
        #expect(node.history.suffix(2) == ["ready 1", "warn authorityUnreachable"])
    }

    @Test("automatic: renewal unable: it starts without asking anybody for a token")
    func unablePossession() {
        for code in Self.unreachable {
            var node = node(.automatic)
            node.prepare()
            for _ in 0..<5 where node.warnings.isEmpty {
                node.reply(code)
                node.run(.seconds(1))
            }
            #expect(node.history.suffix(2) == ["ready 1", "warn \(code)"], "\(code)")
            #expect(node.history.filter { $0.hasPrefix("ask") }.isEmpty, "\(code)")
        }
    }

    @Test("Rejected: it refuses to start, under both policies", arguments: RunPolicy.allCases)
    func rejected(_ policy: RunPolicy) {
        for (code, recovery) in Self.rejections {
            var node = asked(policy)
            node.answer(.token)
            node.reply(code)
            #expect(node.history.contains("failed 1 \(code), \(recovery)"), "\(code)")
            #expect(!node.history.contains("ready 1"), "\(code)")
        }
    }

    @Test("Nobody gave a token: manual refuses, automatic starts with a warning")
    func nobody() {
        var manual = asked(.manual)
        manual.answer(.null)
        #expect(manual.log == ["failed 1 tokenMissing, token"])
        var automatic = asked(.automatic)
        automatic.answer(.null)
        #expect(automatic.log == ["ready 1", "warn tokenMissing"])
        #expect(automatic.status == .renewalDue)
    }

    @Test("Nobody answers: manual refuses, automatic starts with a warning")
    func timeout() {
        var manual = asked(.manual)
        manual.run(.seconds(5))
        #expect(manual.history.last == "failed 1 tokenTimeout, token")
        var automatic = asked(.automatic)
        automatic.run(.seconds(5))
        #expect(automatic.history.suffix(2) == ["ready 1", "warn tokenTimeout"])
    }

    @Test("Nobody to ask: manual refuses, automatic starts with a warning")
    func noObserver() {
        var manual = FlowNode(.due, policy: .manual)
        manual.prepare()
        #expect(manual.log == ["failed 1 tokenMissing, token"])
        var automatic = FlowNode(.due, policy: .automatic)
        automatic.prepare()
        automatic.reply(.tokenMissing)
        #expect(automatic.log == ["discard", "ready 1", "warn tokenMissing"])
    }

    @Test("The disk cannot take the new pair: the old one serves, with a warning", arguments: RunPolicy.allCases)
    func disk(_ policy: RunPolicy) {
        for code in [ErrorCode.storeFull, .storeReadOnly, .storeFailed, .certificateInvalid, .clockWrong] {
            var node = asked(policy)
            node.answer(.token)
            node.replyIssued()
            node.feed(.installFailed(number: node.number, .test(code)))
            #expect(node.history.suffix(2) == ["ready 1", "warn \(code)"], "\(code)")
            var unsent = asked(policy)
            unsent.answer(.token)
            unsent.feed(.sendFailed(number: unsent.number, .test(code)))
            #expect(unsent.history.suffix(2) == ["ready 1", "warn \(code)"], "\(code)")
        }
    }

    @Test("A pair that expires while it is being renewed at a start serves no longer: a token, or refuse")
    func expiresMeanwhile() {
        var holdings = IdentityHoldings.due
        holdings.pair?.notAfter = FlowNode.start + .seconds(5)
        var node = FlowNode(holdings, policy: .automatic)
        node.prepare()
        node.run(.seconds(5))
        #expect(node.history.last == "connect reserve")
        node.connect()
        node.run(.seconds(2))
        #expect(node.history.last == "failed 1 tokenMissing, token")
    }
}
