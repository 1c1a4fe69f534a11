import Schema
import Testing

@testable import LifecycleService

/// What a start needs, by what the node holds (D2, H33, H35, R16), and how it comes by it.
@Suite("Identity: what a start needs")
struct StartSituationTests {
    @Test("H35, R16: with a valid certificate nobody is asked, and no network is needed", arguments: RunPolicy.allCases)
    func valid(_ policy: RunPolicy) {
        var node = FlowNode(.valid, policy: policy, observers: ["anna"], isConnected: false) { $0.hasFile = true }
        node.prepare()
        #expect(node.history == ["ready 1"])
        #expect(node.status == .valid)
    }

    @Test("D2: about to expire is less than min(30 days, a third of the life)")
    func due() {
        func isDue(_ life: Duration, left: Duration) -> Bool {
            let pair = IdentityHoldings.Pair.test(from: FlowNode.start - (life - left), life: life, set: 1)
            return pair.isDue(FlowNode.start)
        }
        let day = FlowNode.day
        #expect(!isDue(day * 90, left: day * 30) && isDue(day * 90, left: day * 30 - .milliseconds(1)))
        #expect(!isDue(day * 365, left: day * 30) && isDue(day * 365, left: day * 30 - .milliseconds(1)))
        #expect(!isDue(day * 9, left: day * 3) && isDue(day * 9, left: day * 3 - .milliseconds(1)))
    }

    @Test("H25–H30: without one: connected as bootstrap, a token, enrolment, installed, connected as the node")
    func first() {
        var node = FlowNode(.bootstrapped, observers: ["anna"])
        node.prepare()
        #expect(node.log == ["ask 1 anna"])
        node.answer(.token)
        #expect(node.log == ["send 2 enrol with 1"])
        node.replyIssued()
        #expect(node.log == ["install 2"])
        node.install()
        #expect(node.log == ["forget 1", "connect node 2"])
        node.connect()
        #expect(node.log == ["ready 1", "activate 2"], "the start does not wait for activation")
        #expect(node.status == .valid)
    }

    @Test("R16: a first start without network fails fast with brokerUnreachable, and waits for the broker")
    func noNetwork() {
        var node = FlowNode(.bootstrapped, observers: ["anna"], isConnected: false)
        node.prepare()
        #expect(node.log == ["connect bootstrap"])
        node.disconnect(.brokerUnreachable)
        #expect(node.log == ["failed 1 brokerUnreachable, broker"])
    }

    @Test("R16: a broker that does not answer at all ends a first start after 10 s")
    func silentNetwork() {
        var node = FlowNode(.bootstrapped, isConnected: false)
        node.prepare()
        node.run(.seconds(9))
        #expect(node.failure == nil)
        node.run(.seconds(1))
        #expect(node.history.last == "failed 1 brokerUnreachable, broker")
    }

    @Test("With neither a certificate nor a bundle the start is refused, until something is put there")
    func nothing() {
        var node = FlowNode(.none, isConnected: false)
        node.prepare()
        #expect(node.log == ["failed 1 nodeUnexpected, identity"])
        node.feed(.follow(.idle, armed: .identity))
        node.feed(.holdings(.bootstrapped))
        #expect(node.log == ["recovered identity"])
    }

    @Test(
        "A folder that cannot be used refuses the start with its own code",
        arguments: [
            (ErrorCode.keyPermissions, "identity"), (.certificateInvalid, "identity"), (.storeReadOnly, "store"),
        ])
    func problem(_ code: ErrorCode, _ recovery: String) {
        var holdings = IdentityHoldings.valid
        holdings.problem = .test(code)
        var node = FlowNode(holdings)
        node.prepare()
        #expect(node.log == ["failed 1 \(code), \(recovery)"])
    }

    @Test("H31: expired: it comes back with what came with the pair, and needs a token and the network")
    func expired() {
        var node = FlowNode(.expired, observers: ["anna"])
        #expect(node.flow.link.wanted == .reserve, "commands reach an expired node")
        #expect(node.status == .expired)
        node.prepare()
        #expect(node.log == ["ask 1 anna"])
        node.answer(.token)
        node.issue()
        #expect(node.log == ["forget 1", "connect node 2"])
    }

    @Test("A new bundle of the operator goes before what came with the pair")
    func newBundle() {
        let node = FlowNode(.aged(91, bundle: true))
        #expect(node.flow.link.wanted == .bootstrap)
    }

    @Test("What the broker refuses gives way to the next; all refused is the last one's code")
    func credentials() {
        var node = FlowNode(.aged(91, bundle: true), isConnected: false)
        node.prepare()
        #expect(node.log == ["connect bootstrap"])
        node.disconnect(.certificateRevoked)
        #expect(node.log == ["connect reserve"])
        node.disconnect(.certificateExpired)
        #expect(node.log == ["failed 1 certificateExpired, identity"])
        node.prepare(2)
        #expect(node.log == ["connect reserve"], "a revoked one is not tried again, an expired one is")
    }

    @Test("A bundle that has run out by our own clock is tried after the other, not left out (D17)")
    func oldBundle() {
        var holdings = IdentityHoldings.expired
        holdings.bootstrap = IdentityHoldings.Bundle(notAfter: FlowNode.start - FlowNode.day, fingerprint: "b-1")
        var node = FlowNode(holdings, isConnected: false)
        node.prepare()
        #expect(node.log == ["connect reserve"])
        node.disconnect(.certificateRevoked)
        #expect(node.log == ["connect bootstrap"])
    }

    @Test("D5: after the greatest age of a chain of renewals a token is due at a start")
    func overdue() {
        var holdings = IdentityHoldings.valid
        holdings.pair?.chainBegan = FlowNode.start - FlowNode.day * 365
        var node = FlowNode(holdings, policy: .automatic, observers: ["anna"])
        #expect(node.status == .renewalDue)
        node.prepare()
        #expect(node.log == ["ask 1 anna"], "not by possession")
    }

    @Test("A lost connection while asking is waited for; the same observer is asked again")
    func reconnected() {
        var node = FlowNode(.bootstrapped, observers: ["anna"])
        node.prepare()
        node.disconnect(.connectionLost)
        node.answer(.failed(.test(.connectionLost)))
        #expect(node.log.isEmpty)
        node.connect()
        node.run(.seconds(1))
        #expect(node.history.last == "ask 2 anna")
    }

    @Test("A lost connection that is told by the unanswered question first does not ask again at once")
    func lostFirst() {
        var node = FlowNode(.bootstrapped, observers: ["anna"])
        node.prepare()
        for _ in 0..<3 { node.answer(.failed(.test(.connectionLost))) }
        #expect(node.history == ["ask 1 anna"])
        node.disconnect(.connectionLost)
        node.connect()
        node.run(.seconds(1))
        #expect(node.history.last == "ask 2 anna")
    }
}
