import Bus
import Schema
import Support
import Testing

@testable import LifecycleService

@Suite("Renewal, expiry and revocation")
struct CertificateLifeTests {
    /// A day of these tests, s: a life of 90 of them goes by quickly.
    private let day: Int64 = 100

    private func refusal(_ code: ErrorCode) -> BeaconBusError {
        BeaconBusError(code, reason: "scripted", suggestion: "Go on.")
    }

    /// A node that runs with a pair of 90 such days.
    private func running(_ policy: RunPolicy = .manual, life: Duration = .seconds(90 * 100)) throws -> (
        IdentityKit, VirtualNode
    ) {
        let kit = try IdentityKit()
        kit.settings.maximumChainAge = .seconds(365 * day)
        let node = VirtualNode(policy: policy, kit: kit)
        kit.authority.handler.life = life
        node.send("start")
        node.bus.advance(.seconds(10))
        #expect(node.state == .running)
        _ = node.said()
        _ = node.answered()
        return (kit, node)
    }

    @Test("D5: automatic renews by possession between 60 and 75 % of the life, running on, and nobody is asked")
    func renews() throws {
        let (kit, node) = try running(.automatic)
        node.bus.advance(.seconds(53 * day))
        #expect(!kit.authority.handler.requests.contains("renew"))
        node.bus.advance(.seconds(16 * day))
        #expect(kit.authority.handler.requests.filter { $0 == "renew" }.count == 1)
        #expect(kit.observers[0].handler.questions.count == 1)
        #expect(kit.authority.handler.issued.count == 2)
        #expect(kit.holdings.pair?.set == kit.authority.handler.issued[1].set)
        #expect(kit.authority.handler.active[node.node] == kit.authority.handler.issued[1].set)
        #expect(node.retained?.certificate.set == kit.authority.handler.issued[1].set)
        let said = node.said()
        #expect(!said.contains { $0.hasPrefix("stopped") || $0.hasPrefix("stateChanged") })
        #expect(node.state == .running)
    }

    @Test("D5: manual does not renew while it runs")
    func manual() throws {
        let (kit, node) = try running()
        node.bus.advance(.seconds(89 * day))
        #expect(kit.authority.handler.issued.count == 1)
        #expect(node.retained?.certificate.status == .renewalDue)
        #expect(node.state == .running)
    }

    @Test("D5, H31: expired while running is a forced stop; the next start asks for a token as the returning node")
    func expires() throws {
        let (kit, node) = try running()
        node.bus.advance(.seconds(90 * day - 100))
        #expect(node.state == .running)
        node.bus.advance(.seconds(200))
        let said = node.said()
        #expect(said.contains("stopped certificateExpired"), "\(said.suffix(6))")
        #expect(node.retained?.certificate.status == .expired)
        node.bus.advance(.seconds(60))
        node.ask("start", "a")
        node.bus.advance(.seconds(10))
        #expect(node.answered() == ["a started"])
        #expect(kit.observers[0].handler.questions.count == 2)
        #expect(kit.authority.handler.issued.count == 2)
        #expect(node.client.link.clientID.description == "n.home.kitchen")
    }

    @Test("H31, H37: expired, and nobody gives a token: refused")
    func expiredAlone() throws {
        let (kit, node) = try running()
        node.bus.advance(.seconds(91 * day))
        kit.observers[0].handler.answer = .null
        node.ask("start", "a")
        node.bus.advance(.seconds(20))
        #expect(node.answered() == ["a startFailed tokenMissing"])
    }

    @Test("D3 manual: due, and the token is rejected: refused")
    func manualRejected() throws {
        let (kit, node) = try due(.manual)
        kit.authority.handler.enrolments = [.refuses(refusal(.tokenInvalid))]
        node.ask("start", "a")
        node.bus.advance(.seconds(30))
        #expect(node.answered() == ["a startFailed tokenInvalid"])
    }

    @Test("D3 manual: due, and nobody gave a token: refused")
    func manualNobody() throws {
        let (kit, node) = try due(.manual)
        kit.observers[0].handler.answer = .null
        node.ask("start", "a")
        node.bus.advance(.seconds(30))
        #expect(node.answered() == ["a startFailed tokenMissing"])
    }

    @Test("D3 manual: due, and the authority cannot be reached: it starts, renewalDue, with a warning")
    func manualUnreachable() throws {
        let (kit, node) = try due(.manual)
        kit.authority.handler.enrolments = Array(repeating: .nothing, count: 10)
        node.ask("start", "a")
        node.bus.advance(.seconds(30))
        #expect(node.answered() == ["a started"])
        #expect(node.retained?.certificate.status == .renewalDue)
        #expect(node.said().contains("warning authorityUnreachable"))
    }

    @Test("D3 automatic: due: renewed by possession, and nobody is asked")
    func automaticPossession() throws {
        let (kit, node) = try due(.automatic)
        node.ask("start", "a")
        node.bus.advance(.seconds(30))
        #expect(node.answered().contains("a started"))
        #expect(kit.authority.handler.requests.contains("renew"))
        #expect(kit.observers[0].handler.questions.count == 1)
        #expect(node.retained?.certificate.status == .valid)
    }

    @Test("D3 automatic: possession refused: a token; rejected: refused")
    func automaticRejected() throws {
        let (kit, node) = try due(.automatic)
        kit.authority.handler.renewals = [.refuses(refusal(.tokenInvalid))]
        kit.authority.handler.enrolments = [.refuses(refusal(.tokenInvalid))]
        node.ask("start", "a")
        node.bus.advance(.seconds(20))
        #expect(node.answered().contains("a startFailed tokenInvalid"))
        #expect(kit.observers[0].handler.questions.count == 2)
    }

    @Test("D3 automatic: possession refused and nobody answers: it starts, renewalDue, with a warning")
    func automaticNobody() throws {
        let (kit, node) = try due(.automatic)
        kit.authority.handler.renewals = Array(repeating: .refuses(refusal(.tokenInvalid)), count: 10)
        kit.observers[0].handler.answer = .null
        node.ask("start", "a")
        node.bus.advance(.seconds(20))
        #expect(node.answered().contains("a started"))
        #expect(node.retained?.certificate.status == .renewalDue)
        #expect(node.said().contains { $0.hasPrefix("warning ") })
    }

    @Test("D5: after maxChainAge a token is due at the next start, however often it was renewed")
    func chain() throws {
        let (kit, node) = try running(.automatic)
        node.bus.advance(.seconds(370 * day))
        #expect(kit.observers[0].handler.questions.count == 1)
        #expect(kit.authority.handler.requests.filter { $0 == "renew" }.count >= 5)
        node.send("stop")
        node.send("start")
        node.bus.advance(.seconds(20))
        #expect(kit.observers[0].handler.questions.count == 2)
        #expect(node.state == .running)
    }

    @Test("D5: the authority vetoes a renewal: running on, tried again, and told")
    func veto() throws {
        let (kit, node) = try running(.automatic)
        kit.authority.handler.renewals = Array(repeating: .refuses(refusal(.tokenInvalid)), count: 3)
        node.bus.advance(.seconds(75 * day))
        #expect(node.said().contains("warning tokenInvalid"))
        #expect(node.state == .running)
    }

    @Test("A renewal's lost answer is asked for again under the same id")
    func lostRenewal() throws {
        let (kit, node) = try running(.automatic)
        kit.authority.handler.renewals = [.isLost, .isLost, .isLost, .isLost]
        node.bus.advance(.seconds(80 * day))
        #expect(kit.authority.handler.issued.count == 2)
        #expect(kit.authority.handler.conflicts == 0)
        #expect(kit.authority.handler.active[node.node] == kit.holdings.pair?.set)
    }

    /// An idle node whose pair is due and still valid.
    private func due(_ policy: RunPolicy) throws -> (IdentityKit, VirtualNode) {
        let (kit, node) = try running(policy)
        node.send("stop")
        node.bus.advance(.seconds(70 * day))
        _ = node.said()
        _ = node.answered()
        return (kit, node)
    }
}
