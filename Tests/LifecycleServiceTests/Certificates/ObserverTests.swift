import Bus
import Schema
import Support
import Testing

@testable import LifecycleService

@Suite("Token questions on the bus")
struct ObserverTests {
    @Test("H25–H32, H3: a first start asks for a token, gets certificates, becomes itself, and starts")
    func first() throws {
        let kit = try IdentityKit()
        let node = VirtualNode(kit: kit)
        #expect(node.retained?.certificate.status == CertificateStatus.none)
        node.ask("start", "a")
        node.bus.advance(.seconds(3))
        #expect(node.answered() == ["a started"])
        let question = try #require(kit.observers[0].handler.questions.first)
        #expect(question.user == UserID("owner")! && question.app == AppID("site")! && question.attempt == 1)
        #expect(kit.authority.handler.tokens == ["token-1"])
        #expect(node.client.link.clientID.description == "n.home.kitchen")
        let set = try #require(kit.authority.handler.issued.first?.set)
        #expect(kit.authority.handler.active[node.node] == set)
        #expect(node.retained?.certificate.status == .valid)
        #expect(node.retained?.certificate.set == set)
        #expect(kit.holdings.pair?.activated == true)
        #expect(kit.holdings.bootstrap == nil, "the one-time credential is dead and gone")
        #expect(kit.holdings.pending == nil)
    }

    @Test("A node whose certificates others provide is always ready, and asks nobody")
    func unmanaged() {
        let node = VirtualNode()
        node.ask("start", "a")
        node.bus.advance(.seconds(3))
        #expect(node.answered() == ["a started"])
        #expect(node.retained?.certificate == CertificateReport(status: .none))
    }

    @Test("H33–H35: with a valid pair nobody is asked, at no start, after no restart")
    func valid() throws {
        let kit = try IdentityKit()
        let node = VirtualNode(kit: kit)
        node.send("start")
        node.bus.advance(.seconds(3))
        for _ in 0..<3 {
            node.send("stop")
            node.send("start")
            node.restart()
            node.bus.advance(.seconds(20))
        }
        #expect(node.state == .running)
        #expect(kit.observers[0].handler.questions.count == 1)
        #expect(kit.authority.handler.tokens.count == 1)
    }

    @Test("H36: one at a time in their order; the first token wins and later ones never see the question")
    func order() throws {
        let kit = try IdentityKit(observers: [
            ("first", .null), ("second", .token("token-2")), ("third", .token("token-3")),
        ])
        let node = VirtualNode(kit: kit)
        node.send("start")
        node.bus.advance(.seconds(3))
        #expect(kit.observers.map(\.handler.questions.count) == [1, 1, 0])
        #expect(kit.authority.handler.tokens == ["token-2"])
    }

    @Test("D1: the operator's order counts before the order of registration")
    func configured() throws {
        let kit = try IdentityKit(observers: [("a", .token("token-a")), ("b", .token("token-b"))])
        kit.settings.order = [ObserverID("b")!]
        let node = VirtualNode(kit: kit)
        node.send("start")
        node.bus.advance(.seconds(3))
        #expect(kit.authority.handler.tokens == ["token-b"])
    }

    @Test("D1: the order of first registration is remembered over restarts")
    func remembered() throws {
        let kit = try IdentityKit(observers: [])
        let node = VirtualNode(kit: kit)
        for name in ["zoe", "abe"] {
            kit.add(name, .null, Registration(token: true, nodes: .all), node.bus, node.roots)
            node.bus.advance(.seconds(5))
        }
        node.restart()
        #expect(node.handler.desk?.flow.observers.remembered == [ObserverID("zoe")!, ObserverID("abe")!])
    }

    @Test("D1: an answer that does not come within 5 s counts as null; one that comes late is nobody's")
    func timeout() throws {
        let kit = try IdentityKit(observers: [("mute", .nothing), ("phone", .token("token-2"))])
        let node = VirtualNode(kit: kit)
        node.ask("start", "a")
        node.bus.advance(.seconds(4))
        #expect(kit.observers[1].handler.questions.isEmpty)
        node.bus.advance(.seconds(4))
        #expect(kit.observers[1].handler.questions.count == 1)
        #expect(node.answered() == ["a started"])
    }

    @Test("H2: who says it answers no token questions is skipped; so is one whose will says that it is gone")
    func skipped() throws {
        let kit = try IdentityKit(observers: [("watcher", .token("w")), ("gone", .token("g")), ("phone", .token("p"))])
        let node = VirtualNode(kit: kit)
        kit.observers[0].perform { handler, link in
            try? link.setRetained(.observer(handler.name), Registration(token: false, nodes: .all))
        }
        kit.observers[1].kill()
        node.send("start")
        node.bus.advance(.seconds(3))
        #expect(kit.authority.handler.tokens == ["p"])
        #expect(kit.observers[0].handler.questions.isEmpty)
    }

    @Test("H1: registering twice is once; a removed one gets nothing more")
    func removed() throws {
        let kit = try IdentityKit(observers: [("a", .null), ("b", .token("b"))])
        let node = VirtualNode(kit: kit)
        kit.observers[0].perform { handler, link in
            try? link.setRetained(.observer(handler.name), Registration(token: true, nodes: .all))
            try? link.clearRetained(.observer(handler.name))
        }
        node.send("start")
        node.bus.advance(.seconds(3))
        #expect(kit.observers[0].handler.questions.isEmpty)
        #expect(kit.authority.handler.tokens == ["b"])
    }

    @Test("H37, H12: nobody gives a token: the start is refused with its own code, and ready comes with a new observer")
    func nobody() throws {
        let kit = try IdentityKit(observers: [("phone", .null)])
        let node = VirtualNode(kit: kit)
        node.ask("start", "a")
        node.bus.advance(.seconds(8))
        #expect(node.answered() == ["a startFailed tokenMissing"])
        #expect(node.state == .idle)
        #expect(kit.authority.handler.requests.isEmpty)
        #expect(node.retained?.readyArmed == true)
        _ = node.said()
        kit.add("tablet", .token("t"), Registration(token: true, nodes: .all), node.bus, node.roots)
        node.bus.advance(.seconds(1))
        #expect(node.said().contains("ready token"))
        #expect(node.state == .idle, "H15: it starts nothing")
        node.ask("start", "b")
        node.bus.advance(.seconds(5))
        #expect(node.answered() == ["b started"])
    }

    @Test("R18: an observer that answers nonsense or an error is passed over", arguments: [0, 1])
    func nonsense(which: Int) throws {
        let bad: ScriptedObserver.Answer =
            which == 0 ? .garbage : .refusal(BeaconBusError(.busy, reason: "r", suggestion: "s"))
        let kit = try IdentityKit(observers: [("bad", bad), ("good", .token("g"))])
        let node = VirtualNode(kit: kit)
        node.ask("start", "a")
        node.bus.advance(.seconds(5))
        #expect(node.answered() == ["a started"])
    }

    @Test("R19: a stop while an observer thinks: no further one is asked, no token is sent")
    func stopped() throws {
        let kit = try IdentityKit(observers: [("mute", .nothing), ("phone", .token("p"))])
        let node = VirtualNode(kit: kit)
        node.ask("start", "a")
        node.bus.advance(.seconds(1))
        node.ask("stop", "b")
        node.bus.advance(.seconds(30))
        #expect(node.answered() == ["a superseded", "b stopped"])
        #expect(kit.observers[1].handler.questions.isEmpty)
        #expect(kit.authority.handler.tokens.isEmpty)
    }

    @Test("R19: a stop while the request is still being made and stored: the token is not sent")
    func stoppedLate() throws {
        let kit = try IdentityKit(observers: [("phone", .token("p"))])
        let node = VirtualNode(kit: kit)
        kit.worker.held = []
        node.ask("start", "a")
        node.bus.advance(.seconds(3))
        #expect(kit.observers[0].handler.questions.count == 1)
        #expect(kit.worker.held?.isEmpty == false)
        node.ask("stop", "b")
        kit.worker.release()
        node.bus.advance(.seconds(30))
        #expect(node.answered() == ["a superseded", "b stopped"])
        #expect(kit.authority.handler.tokens.isEmpty)
        node.ask("start", "c")
        node.bus.advance(.seconds(10))
        #expect(node.answered() == ["c started"])
    }

    @Test("A token file and a token command are asked before observers")
    func local() throws {
        let kit = try IdentityKit(observers: [("phone", .token("p"))])
        let file = kit.folder.path + "/token"
        kit.options.tokenFile = file
        kit.options.tokenCommand = ["/bin/echo", "from-command"]
        let node = VirtualNode(kit: kit)
        node.ask("start", "a")
        node.bus.advance(.seconds(5))
        #expect(kit.authority.handler.tokens == ["from-command"], "there is no file: the command is next")
        #expect(kit.observers[0].handler.questions.isEmpty)
    }
}
