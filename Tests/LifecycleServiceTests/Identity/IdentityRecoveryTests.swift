import Schema
import Testing

@testable import LifecycleService

/// What a node waits for after its identity failed, and when it says `ready` (H14–H20).
@Suite("Identity: recovery")
struct IdentityRecoveryTests {
    private func armed(_ cause: Recovery, observers: [String] = []) -> FlowNode {
        var node = FlowNode(.bootstrapped, observers: observers)
        node.feed(.follow(.idle, armed: cause))
        return node
    }

    private func recovered(_ node: FlowNode) -> Int { node.history.count { $0.hasPrefix("recovered") } }

    @Test("token: a new observer that answers token questions, once")
    func observer() {
        var node = armed(.token, observers: ["anna"])
        node.register("anna")
        node.register("bert", token: false)
        node.run(.seconds(86_400))
        #expect(recovered(node) == 0, "nobody new who answers")
        node.register("carl")
        #expect(node.log == ["recovered token"])
        node.register("dora")
        node.feed(.tokenFile)
        #expect(recovered(node) == 1, "H20")
    }

    @Test("token: an observer that was gone and comes back, or asks for more nodes, may give one")
    func comesBack() {
        var node = armed(.token, observers: ["anna"])
        node.feed(.observerLost(ObserverID("anna")!, ObserverLost(connection: "c-1"), stored: false))
        #expect(recovered(node) == 0)
        node.register("anna", connection: "c-2")
        #expect(recovered(node) == 1)
    }

    @Test("token: a new token file")
    func file() {
        var node = armed(.token)
        node.feed(.tokenFile)
        #expect(node.log == ["recovered token"])
    }

    @Test("What was seen before the start failed does not count")
    func before() {
        var node = FlowNode(.bootstrapped)
        node.feed(.tokenFile)
        node.register("anna")
        node.feed(.follow(.idle, armed: .token))
        node.run(.seconds(60))
        #expect(recovered(node) == 0)
    }

    @Test("authority: its status says that it is able again, or a minute has passed")
    func authority() {
        var node = FlowNode(.bootstrapped)
        node.feed(.authority(isReady: false, session: 4))
        node.feed(.follow(.idle, armed: .authority))
        node.feed(.authority(isReady: false, session: 4))
        #expect(recovered(node) == 0)
        node.feed(.authority(isReady: true, session: 4))
        #expect(node.log == ["recovered authority"])
        var other = FlowNode(.bootstrapped)
        other.feed(.authority(isReady: true, session: 4))
        other.feed(.follow(.idle, armed: .authority))
        other.feed(.authority(isReady: true, session: 4))
        #expect(recovered(other) == 0, "the same status again")
        other.feed(.authority(isReady: true, session: 5))
        #expect(recovered(other) == 1, "another process")
    }

    @Test("authority, approval, store: after a minute, once")
    func patience() {
        for cause in [Recovery.authority, .approval, .store] {
            var node = armed(cause)
            node.run(.seconds(59))
            #expect(recovered(node) == 0)
            node.run(.seconds(3_600))
            #expect(recovered(node) == 1)
        }
    }

    @Test("Invariant 10: the causes of others are not watched here, and nothing is without a failed start")
    func others() {
        for cause in [Recovery.adapter, .scanner, .scannerRestart, .broker, .clock] {
            var node = armed(cause)
            node.register("anna")
            node.feed(.tokenFile)
            node.run(.seconds(3_600))
            #expect(recovered(node) == 0)
        }
        var node = FlowNode(.bootstrapped)
        node.register("anna")
        node.feed(.tokenFile)
        node.feed(.authority(isReady: true, session: 1))
        node.run(.seconds(3_600))
        #expect(recovered(node) == 0)
    }

    @Test("H14: every code of the identity has its recovery, or none where there is none")
    func mapping() {
        let expected: [(ErrorCode, Recovery?, Recovery?)] = [
            (.tokenMissing, .token, .token), (.tokenTimeout, .token, .token), (.tokenInvalid, nil, nil),
            (.tokenUsed, nil, nil), (.tokenExpired, nil, nil), (.validatorUnreachable, .authority, .authority),
            (.validatorInvalid, .authority, .authority), (.authorityUnreachable, .authority, .authority),
            (.signerUnreachable, .authority, .authority), (.rateLimited, .authority, .authority),
            (.authorityRejected, nil, nil), (.csrInvalid, nil, nil), (.nodeBound, nil, nil), (.nodeBanned, nil, nil),
            (.appUnknown, nil, nil), (.requestConflict, nil, nil), (.nodeUnexpected, .approval, .identity),
            (.approvalPending, .approval, .approval), (.certificateInvalid, nil, .identity),
            (.certificateExpired, .identity, .identity), (.certificateRevoked, .identity, .identity),
            (.keyPermissions, .identity, .identity), (.clockWrong, .clock, .clock),
            (.storeFull, .authority, .store), (.storeReadOnly, .authority, .store),
            (.brokerUnreachable, .broker, .broker), (.brokerUnauthorised, .broker, .broker),
            (.serverUntrusted, .broker, .broker), (.clientIdInUse, .broker, .broker),
        ]
        for (code, remote, local) in expected {
            #expect(Recovery(afterIdentity: .test(code)) == remote, "\(code)")
            #expect(Recovery(afterIdentity: .test(code), isLocal: true) == local, "\(code), local")
        }
    }
}
