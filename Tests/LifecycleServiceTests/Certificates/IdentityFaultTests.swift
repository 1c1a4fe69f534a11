import Glibc
import Identity
import Schema
import ServiceKit
import Support
import Testing

@testable import LifecycleService

@Suite("A node's certificates when things go wrong")
struct IdentityFaultTests {
    private func error(_ code: ErrorCode, retryable: Bool? = nil) -> BeaconBusError {
        BeaconBusError(code, reason: "scripted", suggestion: "Go on.", retryable: retryable)
    }

    @Test(
        "H32, H37: what the authority refuses is the start's error, each with its own code",
        arguments: [
            .tokenInvalid, .tokenUsed, .tokenExpired, .csrInvalid, .nodeBound, .nodeBanned, .appUnknown,
            .authorityRejected,
        ] as [ErrorCode])
    func refused(code: ErrorCode) throws {
        let kit = try IdentityKit()
        let node = VirtualNode(kit: kit)
        kit.authority.handler.enrolments = [.refuses(error(code))]
        node.ask("start", "a")
        node.bus.advance(.seconds(30))
        #expect(node.answered() == ["a startFailed \(code)"])
        #expect(kit.authority.handler.tokens.count == 1)
        #expect(kit.holdings.pair == nil && kit.holdings.pending == nil)
    }

    @Test("T4: an answer that is lost is asked for again, word by word, and nothing is issued twice", arguments: 1...3)
    func lost(count: Int) throws {
        let kit = try IdentityKit()
        let node = VirtualNode(kit: kit)
        kit.authority.handler.enrolments = Array(repeating: .isLost, count: count)
        kit.authority.handler.activations = [.isLost]
        node.ask("start", "a")
        node.bus.advance(.seconds(60))
        node.ask("start", "b")
        node.bus.advance(.seconds(60))
        #expect(node.answered().last?.hasPrefix("b started") == true)
        #expect(kit.authority.handler.issued.count == 1)
        #expect(kit.authority.handler.conflicts == 0)
        #expect(kit.authority.handler.active[node.node] == kit.authority.handler.issued[0].set)
        #expect(kit.holdings.pair?.activated == true)
    }

    @Test("T4: half of all answers are lost: the node comes up, with one pair", arguments: 0..<20)
    func half(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let kit = try IdentityKit(observers: [("one", .token("t1")), ("two", .token("t2"))])
        let node = VirtualNode(policy: .automatic, kit: kit)
        let authority = kit.authority.handler
        authority.enrolments = (0..<40).map { _ in Bool.random(using: &random) ? .isLost : .issues }
        authority.activations = (0..<40).map { _ in Bool.random(using: &random) ? .isLost : .issues }
        node.bus.advance(.seconds(900))
        #expect(node.state == .running, "seed \(seed)")
        #expect(authority.conflicts == 0)
        #expect(authority.active[node.node] == kit.holdings.pair?.set)
        #expect(kit.holdings.pair?.activated == true)
    }

    @Test("H12, H16: an authority that is not there fails the start with its code; ready comes with it")
    func unreachable() throws {
        let kit = try IdentityKit()
        let node = VirtualNode(kit: kit)
        kit.authority.handler.enrolments = Array(repeating: .nothing, count: 20)
        node.ask("start", "a")
        node.bus.advance(.seconds(31))
        #expect(node.answered() == ["a startFailed authorityUnreachable"])
        #expect(node.retained?.readyArmed == true)
    }

    /// An answer that must not be used.
    enum Bad: String, CaseIterable {
        case otherKey, swapped, otherNode, otherAuthority, authorityCertificate, serverCertificate, garbage, empty,
            expired
        case clockBehind, clockAhead
    }

    @Test("D3, H30: what comes is checked before it is used; the pair before it serves on", arguments: Bad.allCases)
    func bad(_ bad: Bad) throws {
        let kit = try IdentityKit()
        let node = VirtualNode(kit: kit)
        let authority = kit.authority.handler
        authority.life = .seconds(900)
        node.send("start")
        node.bus.advance(.seconds(5))
        let before = try #require(kit.holdings.pair?.set)
        node.send("stop")
        node.bus.advance(.seconds(850))
        // Due now, and still valid for a little while.
        let other = try CertificateAuthority.make(
            site: kit.site, now: authority.now - .seconds(86_400), life: .seconds(400 * 86_400))
        let stranger = try PrivateKey.generate().publicKey
        let now = authority.now
        func issue(
            _ authority: CertificateAuthority, _ name: String, _ key: PublicKey, _ profile: CertificateProfile = .client
        )
            throws -> String
        {
            try authority.issue(
                profile, to: ClientID(name)!, publicKey: key, serial: SystemRandom.serial(),
                notBefore: now - .seconds(60), notAfter: now + .seconds(900)
            ).pem
        }
        authority.tamper = { reply in
            let key = (try? Certificate(pem: reply.chains.lifecycle))!.publicKey
            switch bad {
            case .otherKey: reply.chains.lifecycle = try! issue(kit.ca, "n.home.kitchen", stranger)
            case .swapped: swap(&reply.chains.lifecycle, &reply.chains.scanner)
            case .otherNode: reply.chains.lifecycle = try! issue(kit.ca, "n.home.cellar", key)
            case .otherAuthority: reply.chains.lifecycle = try! issue(other, "n.home.kitchen", key)
            case .authorityCertificate: reply.chains.lifecycle = kit.ca.certificate.pem
            case .serverCertificate:
                reply.chains.lifecycle = try! issue(kit.ca, "n.home.kitchen", key, .server(names: ["localhost"]))
            case .garbage: reply.chains.scanner = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
            case .empty: reply.chains.scanner = ""
            case .expired:
                reply.chains.lifecycle = try! kit.ca.issue(
                    .client, to: ClientID("n.home.kitchen")!, publicKey: key, serial: SystemRandom.serial(),
                    notBefore: now - .seconds(900), notAfter: now - .seconds(30)
                ).pem
            case .clockBehind: reply.issued = reply.issued + .seconds(3_600)
            case .clockAhead: reply.issued = reply.issued - .seconds(3_600)
            }
        }
        node.ask("start", "a")
        node.bus.advance(.seconds(10))
        #expect(kit.holdings.pair?.set == before, "nothing of it was used")
        let outcome = try #require(node.answered().first { $0.hasPrefix("a ") })
        let code: ErrorCode =
            switch bad {
            case .expired: .certificateExpired
            case .clockBehind, .clockAhead: .clockWrong
            default: .certificateInvalid
            }
        let told = node.said().joined(separator: "\n")
        #expect(
            outcome == "a startFailed \(code)" || outcome == "a started" && told.contains("warning \(code)"), "\(told)")
    }

    @Test(
        "D17: a clock in 1970 and one 10 years ahead are named, change nothing, and ready comes with the right time",
        arguments: [-56 * 365, 3_650])
    func clock(days: Int) throws {
        let kit = try IdentityKit()
        let node = VirtualNode(clockOffset: .seconds(days * 86_400), kit: kit)
        node.ask("start", "a")
        node.bus.advance(.seconds(25))
        #expect(node.answered() == ["a startFailed clockWrong"])
        #expect(kit.holdings.pair == nil)
        node.clockOffset = .zero
        node.isClockSynchronised = true
        node.bus.advance(.seconds(120))
        #expect(node.said().filter { $0 == "ready clock" }.count == 1)
        node.ask("start", "b")
        node.bus.advance(.seconds(30))
        #expect(node.answered() == ["b started"])
    }

    @Test("D17: a node that has its pair starts with a clock in 1970: its floor is the certificate's not-before")
    func valid1970() throws {
        let kit = try IdentityKit()
        let node = VirtualNode(kit: kit)
        node.send("start")
        node.bus.advance(.seconds(5))
        node.send("stop")
        node.clockOffset = .seconds(-56 * 365 * 86_400)
        node.restart()
        node.ask("start", "a")
        node.bus.advance(.seconds(10))
        #expect(node.answered() == ["a started"])
        #expect(kit.observers[0].handler.questions.count == 1)
    }

    @Test("keyPermissions: a key that others may read refuses the start; ready comes when it is closed again")
    func permissions() throws {
        let kit = try IdentityKit()
        let node = VirtualNode(kit: kit)
        node.send("start")
        node.bus.advance(.seconds(5))
        node.send("stop")
        let set = try #require(kit.holdings.pair?.set)
        let key = "\(kit.options.folder)/sets/\(set)/scanner.key"
        chmod(key, 0o644)
        node.ask("start", "a")
        node.bus.advance(.seconds(5))
        #expect(node.answered() == ["a startFailed keyPermissions"])
        _ = node.said()
        chmod(key, 0o600)
        node.bus.advance(.seconds(70))
        #expect(node.said().contains("ready identity"))
        node.ask("start", "b")
        node.bus.advance(.seconds(5))
        #expect(node.answered() == ["b started"])
    }

    @Test("A node with nothing in its folder refuses, and takes the bundle when the operator puts it there")
    func late() throws {
        let kit = try IdentityKit(bundle: false)
        let node = VirtualNode(kit: kit)
        node.ask("start", "a")
        node.bus.advance(.seconds(30))
        #expect(node.answered().count == 1)
        #expect(node.state == .idle)
        try kit.putBundle()
        node.bus.advance(.seconds(15))
        node.ask("start", "b")
        node.bus.advance(.seconds(10))
        #expect(node.answered() == ["b started"])
    }

    @Test("H30: certificates of one pair that were made in different seconds are one pair all the same")
    func seconds() throws {
        let kit = try IdentityKit()
        let node = VirtualNode(kit: kit)
        let authority = kit.authority.handler
        authority.tamper = { reply in
            let key = (try? Certificate(pem: reply.chains.lifecycle))!.publicKey
            authority.backdated = .seconds(50)
            reply.chains.bootstrap = try! authority.certificate(
                .bootstrap, node.node, key, authority.now + .seconds(86_400))
        }
        node.ask("start", "a")
        node.bus.advance(.seconds(10))
        #expect(node.answered() == ["a started"])
        #expect(kit.holdings.problem == nil)
        #expect(kit.holdings.pair?.activated == true)
    }
}
