import Bus
import Glibc
import Identity
import Schema
import Support
import Testing

@testable import LifecycleService

/// A whole node that manages its certificates, under random commands, losses, restarts, refusals and time.
@Suite("Lifecycle service: random faults with identity")
struct IdentityChaosTests {
    @Test(
        "Invariants 4–10 and 13, H36, D3, D5: one outcome a request, no secret in public, and it comes back (R16, R19)")
    func chaos() throws {
        let first = number("BEACONBUS_SEED") ?? 1
        let count = number("BEACONBUS_LIFECYCLE_RUNS") ?? 5
        var issued = 0
        for seed in first..<(first + count) {
            let run = IdentityChaosRun(seed: UInt64(seed), try IdentityChaosRun.kit())
            run.play(steps: 80)
            issued += run.kit.authority.handler.issued.count
            #expect(run.violations.isEmpty, "seed \(seed): \(run.violations)\n\(run.history.joined(separator: "\n"))")
            if !run.violations.isEmpty { return }
        }
        #expect(issued >= count)
    }

    private func number(_ name: String) -> Int? {
        getenv(name).flatMap { Int(String(cString: $0)) }
    }
}

/// One random run with certificates that live for a quarter of an hour.
final class IdentityChaosRun: ChaosRun {
    let kit: IdentityKit
    private var everything: VirtualTap?
    private var tokens = 0
    private var observers = 1

    static func kit() throws -> IdentityKit {
        let kit = try IdentityKit(
            observers: [("phone", .token("secret-token-0"))], bootstrapLife: .seconds(30 * 86_400))
        kit.settings.maximumChainAge = .seconds(4_000)
        return kit
    }

    init(seed: UInt64, _ kit: IdentityKit) {
        self.kit = kit
        super.init(seed: seed, kit: kit)
        everything = node.bus.tap("beaconbus/#")
        kit.authority.handler.life = .seconds(900)
    }

    override func step() {
        guard Bool.random(using: &random) else { return super.step() }
        switch Int.random(in: 0..<14, using: &random) {
        case 0, 1: answer(of: Int.random(in: 0..<kit.observers.count, using: &random))
        case 2, 3:
            note("authority: enrol")
            kit.authority.handler.enrolments.append(word())
        case 4:
            note("authority: renew")
            kit.authority.handler.renewals.append(word())
        case 5:
            note("authority: activate")
            kit.authority.handler.activations.append(word())
        case 6:
            guard kit.observers.count < 6 else { return }
            observers += 1
            note("observer \(observers) comes")
            kit.add(
                "o\(observers)", .token(token()), Registration(token: true, nodes: .all), node.bus, node.roots)
        case 7:
            let index = Int.random(in: 0..<kit.observers.count, using: &random)
            note("observer \(index) cut")
            kit.observers[index].cut()
        case 8:
            note("operator's bundle")
            do { try kit.putBundle(at: node.bus.wallTime) } catch { violations.append("no bundle: \(error)") }
        case 9: ask("start")
        case 10: ask("stop")
        default:
            let span = Int.random(in: 0...600, using: &random)
            note("\(span) s pass")
            node.bus.advance(.seconds(span))
        }
    }

    override func finish() {
        kit.authority.handler.enrolments = []
        kit.authority.handler.renewals = []
        kit.authority.handler.activations = []
        for index in kit.observers.indices { kit.observers[index].handler.answer = .token(token()) }
        super.finish()
        checkSecrets()
        comeBack()
    }

    /// When everything works, a start brings the node to run with an active pair.
    private func comeBack() {
        for _ in 0..<3 where node.state != .running {
            ask("start")
            node.bus.advance(.seconds(90))
        }
        let pair = kit.holdings.pair
        let active = kit.authority.handler.active[node.node]
        if node.state != .running { violations.append("does not come back: \(node.state) \(node.said().suffix(5))") }
        if pair == nil || pair?.set != active {
            violations.append("pair \(String(describing: pair?.set)), active \(String(describing: active))")
        }
        if kit.authority.handler.conflicts > 0 { violations.append("one id with two contents") }
        let desk = node.handler.desk
        if desk?.tokens.isEmpty == false { violations.append("a token is kept") }
        if desk?.flow.holdings.pair?.set != pair?.set {
            violations.append("the flow does not know what is on the disk")
        }
    }

    private func checkSecrets() {
        let word = Array("secret-token".utf8)
        for message in everything?.messages ?? [] where message.payload.count >= word.count {
            let found = message.payload.indices.contains { index in
                message.payload[index] == word[0] && message.payload[index...].starts(with: word)
            }
            if found { violations.append("a token on \(message.topic)") }
        }
    }

    private func answer(of index: Int) {
        let refusal = BeaconBusError(.busy, reason: "not \(token())", suggestion: "s")
        let list: [ScriptedObserver.Answer] = [
            .token(token()), .null, .nothing, .refusal(refusal), .garbage, .token(token()),
        ]
        let choice = Int.random(in: 0..<list.count, using: &random)
        note("observer \(index) answers \(choice)")
        kit.observers[index].handler.answer = list[choice]
    }

    private func word() -> ScriptedAuthority.Answer {
        let codes: [ErrorCode] = [
            .tokenInvalid, .tokenUsed, .tokenExpired, .nodeUnexpected, .approvalPending, .validatorUnreachable, .busy,
            .signerUnreachable, .rateLimited, .authorityRejected, .notFound, .requestConflict,
        ]
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return .isLost
        case 1: return .nothing
        case 2: return .issues
        default:
            let code = codes[Int.random(in: 0..<codes.count, using: &random)]
            return .refuses(BeaconBusError(code, reason: "scripted", suggestion: "s"))
        }
    }

    private func token() -> String {
        tokens += 1
        return "secret-token-\(tokens)"
    }
}
