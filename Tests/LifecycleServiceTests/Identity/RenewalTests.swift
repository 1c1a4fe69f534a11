import Schema
import Support
import Testing

@testable import LifecycleService

/// Renewal while the node runs (D5), activation, and the end of a certificate.
@Suite("Identity: renewal, activation and the end")
struct RenewalTests {
    private func running(_ holdings: IdentityHoldings = .valid, policy: RunPolicy = .automatic) -> FlowNode {
        var node = FlowNode(holdings, policy: policy, observers: ["anna"]) { $0.hasFile = true }
        node.running()
        return node
    }

    /// Lets days pass, a quarter each, until something was sent.
    private func passUntilSent(_ node: inout FlowNode, days: Int) -> Double? {
        for quarter in 0..<days * 4 {
            node.pass(FlowNode.day / 4)
            if node.history.contains(where: { $0.hasPrefix("send") }) { return Double(quarter) / 4 }
        }
        return nil
    }

    @Test("D5: automatic renews at 60–75 % of the life, by possession, and nobody is asked for a token")
    func instant() {
        var node = running(.aged(0))
        let after = passUntilSent(&node, days: 90)
        #expect((53.5...68).contains(after ?? 0))
        #expect(node.log == ["send 1 renew"])
        node.issue()
        #expect(node.log == ["connect node 2"])
        node.connect()
        #expect(node.log == ["activate 2"])
        node.feed(.activated(CertificateSetID(2)))
        #expect(node.status == .valid)
        #expect(node.history.filter { $0.hasPrefix("ask") || $0.hasPrefix("ready") }.isEmpty)
    }

    @Test("D5: the instant is random and evenly spread")
    func spread() {
        var random = SeededGenerator(seed: 3)
        let pair = IdentityHoldings.Pair.test(from: FlowNode.start, life: FlowNode.day * 100, set: 1)
        let moment = Moment(now: .zero, time: FlowNode.start)
        var buckets = [0, 0, 0]
        for _ in 0..<3_000 {
            var clock = RenewalClock()
            clock.plan(pair, moment, using: &random)
            let days = Double((clock.at! - FlowNode.start).components.seconds) / 86_400
            #expect((60...75).contains(days))
            buckets[min(2, Int((days - 60) / 5))] += 1
        }
        #expect(buckets.allSatisfy { (800...1_200).contains($0) }, "\(buckets)")
    }

    @Test("D5: manual does not renew while it runs, and stops when the certificate expires")
    func manual() {
        var node = running(.aged(0), policy: .manual)
        #expect(passUntilSent(&node, days: 91) == nil)
        #expect(node.history == ["ended certificateExpired", "connect reserve"])
        #expect(node.status == .expired)
    }

    @Test("D5: neither idle nor starting nor stopping renews")
    func onlyRunning() {
        for state in [NodeState.idle, .starting, .stopping] {
            var node = running(.aged(0))
            node.feed(.follow(state, armed: nil))
            #expect(passUntilSent(&node, days: 80) == nil, "\(state)")
        }
    }

    @Test("D5: a renewal that fails is tried again with growing waits, at most an hour, and warned of")
    func retries() {
        var node = running(.aged(69))
        var gaps: [Int64] = []
        var seconds: Int64 = 0
        for _ in 0..<40_000 where gaps.count < 14 {
            node.pass(.seconds(2))
            seconds += 2
            guard node.log.contains(where: { $0.hasPrefix("send") }) else { continue }
            gaps.append(seconds)
            seconds = 0
            node.reply(.validatorUnreachable)
            #expect(node.log == ["warn validatorUnreachable"])
        }
        let waits = gaps.dropFirst()
        #expect(waits.first.map { (15...32).contains($0) } == true, "\(gaps)")
        #expect(waits.allSatisfy { $0 <= 3_602 } && waits.contains { $0 >= 1_800 }, "\(gaps)")
        #expect(node.status == .renewalDue)
    }

    @Test("D5: as the end comes near the waits are a tenth of what is left")
    func shortRest() {
        var holdings = IdentityHoldings.due
        holdings.pair?.notAfter = FlowNode.start + .seconds(600)
        var node = running(holdings)
        var sent = 0
        for _ in 0..<599 {
            node.pass(.seconds(1))
            if node.log.contains(where: { $0.hasPrefix("send") }) {
                sent += 1
                node.reply(.busy)
            }
        }
        #expect(sent >= 15)
        node.pass(.seconds(10))
        #expect(node.history.contains("ended certificateExpired"))
    }

    @Test("D5: the validator's veto is a warning; the node runs until the end of its certificate")
    func veto() {
        var node = running(.aged(69))
        _ = passUntilSent(&node, days: 2)
        node.reply(.tokenInvalid)
        #expect(node.log == ["discard", "warn tokenInvalid"])
        #expect(!node.history.contains { $0.hasPrefix("ended") })
    }

    @Test("A lost renewal is repeated under its id; an answer that comes too late changes nothing")
    func lostRenewal() {
        var node = running(.aged(69))
        _ = passUntilSent(&node, days: 2)
        let first = node.number
        node.run(.seconds(60))
        #expect(node.history.contains("warn authorityUnreachable"))
        let sent = node.history.filter { $0.hasPrefix("send") }
        #expect(sent.count > 1 && sent.dropFirst().allSatisfy { $0.hasSuffix("again") })
        node.feed(.reply(number: first, .failure(.test(.nodeBanned))))
        #expect(node.log.isEmpty)
    }

    @Test("D5: after the greatest age of the chain it renews no more, and says so once")
    func overdue() {
        var holdings = IdentityHoldings.aged(0)
        holdings.pair?.chainBegan = FlowNode.start - FlowNode.day * 330
        var node = running(holdings)
        #expect(passUntilSent(&node, days: 80) == nil)
        #expect(node.history == ["warn tokenMissing"])
    }

    @Test("A stop while a renewal is under way does not wait for it; the next run repeats it")
    func stopped() {
        var node = running(.aged(69))
        _ = passUntilSent(&node, days: 2)
        node.feed(.follow(.stopping, armed: nil))
        node.replyIssued()
        #expect(node.log.isEmpty)
        node.running()
        #expect(node.log == ["send 2 renew again"])
    }

    @Test("A renewal that is being stored when the stop comes is taken, and the connection follows")
    func storedAfterStop() {
        var node = running(.aged(69))
        _ = passUntilSent(&node, days: 2)
        node.replyIssued()
        node.feed(.follow(.stopping, armed: nil))
        node.install()
        #expect(node.log == ["connect node 2"])
    }

    @Test("The new pair is refused as revoked after a renewal: forced stop")
    func changeRefused() {
        var node = running(.aged(69))
        _ = passUntilSent(&node, days: 2)
        node.issue()
        node.disconnect(.certificateRevoked)
        #expect(node.log.first == "ended certificateRevoked")
    }

    // MARK: The end

    @Test(
        "D5: expired while running: forced stop, and reachable with what came with the pair",
        arguments: RunPolicy.allCases)
    func expires(_ policy: RunPolicy) {
        var node = running(.aged(89), policy: policy)
        node.disconnect(.connectionLost)
        for _ in 0..<2_880 { node.pass(.seconds(60)) }
        #expect(node.history.filter { $0.hasPrefix("ended") } == ["ended certificateExpired"], "once")
        #expect(node.flow.link.wanted == .reserve)
    }

    @Test("The deadline is the certificate's end, in time of the machine")
    func deadline() {
        let node = running(.aged(89), policy: .manual)
        let due = node.flow.deadline.map { $0 - node.moment.now }
        #expect(due == FlowNode.day - .seconds(3))
    }

    @Test("Expired while the scanner is being asked ends the start too")
    func expiresWhileStarting() {
        var holdings = IdentityHoldings.aged(10)
        holdings.pair?.notAfter = FlowNode.start + FlowNode.day * 40
        var node = FlowNode(holdings)
        node.prepare()
        #expect(node.log == ["ready 1"])
        node.set(FlowNode.start + FlowNode.day * 41)
        node.feed(.tick)
        #expect(node.log.first == "ended certificateExpired")
    }

    @Test("Revoked while running: forced stop, no other credential of that pair is tried, status revoked")
    func revoked() {
        var node = running()
        node.disconnect(.certificateRevoked)
        #expect(node.log == ["ended certificateRevoked", "connect bootstrap"])
        #expect(node.status == .revoked)
        node.feed(.follow(.idle, armed: nil))
        node.run(FlowNode.day)
        #expect(node.history.count == 2, "nothing by itself")
        node.prepare(2)
        #expect(node.log == ["failed 2 certificateRevoked, identity"])
    }

    @Test("Revoked, and the operator puts a new bundle there: the next start enrols with it")
    func revokedAndBack() {
        var node = running()
        node.disconnect(.certificateRevoked)
        node.feed(.follow(.idle, armed: nil))
        node.prepare(2)
        node.feed(.follow(.idle, armed: .identity))
        node.holdings.bootstrap = IdentityHoldings.bootstrapped.bootstrap
        node.feed(.holdings(node.holdings))
        #expect(node.log == ["recovered identity"])
        node.connect()
        node.prepare(3)
        node.run(.seconds(1))
        #expect(node.history.last == "ask 1 file")
    }

    @Test("The authority excludes the node when it renews: forced stop certificateRevoked")
    func banned() {
        for code in [ErrorCode.nodeBanned, .certificateRevoked] {
            var node = running(.aged(69))
            _ = passUntilSent(&node, days: 2)
            node.reply(code)
            #expect(node.log.contains("ended certificateRevoked"))
        }
    }

    @Test("A lost broker, or one whose clock or revocation list is wrong, changes no state")
    func lostBroker() {
        for code in [
            ErrorCode.connectionLost, .brokerUnreachable, .brokerUnauthorised, .clientIdInUse,
            .serverUntrusted, .certificateInvalid, .clockWrong,
        ] {
            var node = running()
            node.disconnect(code)
            #expect(node.history.isEmpty, "\(code)")
        }
        var node = running()
        node.disconnect(.certificateExpired)
        #expect(node.history == ["warn clockWrong"])
    }

    // MARK: Activation

    @Test("Activation is repeated in the background until it is answered, after a restart too")
    func activation() {
        var holdings = IdentityHoldings.valid
        holdings.pair?.activated = false
        var node = FlowNode(holdings, isConnected: false)
        node.connect()
        #expect(node.log == ["activate 1"])
        for _ in 0..<5 {
            node.feed(.activateFailed(CertificateSetID(1), .test(.requestTimeout)))
            #expect(node.log.isEmpty)
            node.run(.seconds(300))
        }
        #expect(node.history.filter { $0 == "activate 1" }.count == 6)
        node.feed(.activated(CertificateSetID(1)))
        node.run(.seconds(3_600))
        #expect(node.history.filter { $0 == "activate 1" }.count == 6)
    }

    @Test("An activation that comes too late: the set is given up, the next start enrols anew")
    func tooLate() {
        var holdings = IdentityHoldings.aged(10, bundle: true)
        holdings.pair?.activated = false
        var node = FlowNode(holdings)
        node.feed(.activateFailed(CertificateSetID(1), .test(.notFound)))
        #expect(node.log.prefix(2) == ["warn notFound", "discard set 1"])
        node.connect()
        node.register("anna")
        node.prepare()
        node.run(.seconds(1))
        #expect(node.history.last?.hasPrefix("ask") == true)
    }

    @Test("An activation that comes too late after a renewal: back to the older pair")
    func tooLateRenewal() {
        var holdings = IdentityHoldings.valid
        holdings.pair?.activated = false
        var node = FlowNode(holdings)
        node.running()
        node.feed(.activateFailed(CertificateSetID(1), .test(.notFound)))
        var older = IdentityHoldings.valid
        older.pair?.set = CertificateSetID(9)
        node.feed(.holdings(older))
        #expect(node.log == ["connect node 9"])
        #expect(node.status == .valid)
        #expect(!node.history.contains { $0.hasPrefix("ended") })
    }

    @Test("D3: a node that runs on from before without any pair is stopped, once; with one it goes on")
    func missing() {
        var node = FlowNode(IdentityHoldings(), policy: .automatic)
        #expect(node.flow.deadline == nil || node.history == [])
        node.running()
        #expect(node.log == ["ended certificateInvalid"])
        node.pass(.seconds(60))
        #expect(node.history == ["ended certificateInvalid"])
        node.feed(.follow(.stopping, armed: nil))
        node.feed(.follow(.idle, armed: nil))
        node.running()
        #expect(node.log == ["ended certificateInvalid"])
        var whole = running()
        whole.feed(.holdings(IdentityHoldings()))
        #expect(whole.history.filter { $0.hasPrefix("ended") } == ["ended certificateInvalid"])
    }

    @Test(
        "T3: what is wrong with the identity folder is said when it is seen; what runs goes on, as it may be repaired")
    func problem() {
        var broken = IdentityHoldings()
        broken.problem = .test(.keyPermissions)
        var node = FlowNode(.valid)
        node.running()
        node.clear()
        node.feed(.holdings(broken))
        node.pass(.seconds(60))
        #expect(node.warnings.map(\.code) == [.keyPermissions])
        #expect(!node.history.contains { $0.hasPrefix("ended") })
        node.feed(.holdings(.valid))
        node.feed(.holdings(broken))
        #expect(node.warnings.map(\.code) == [.keyPermissions, .keyPermissions])
    }
}
