import Bus
import Schema
import ServiceKit
import Support
import Testing

@testable import AuthorityService

@Suite("Authority: form of requests, and who gets answers")
struct RequestFormTests {
    @Test("D14, T9: an answer goes to the asker only: below another's reply topic there is none, and nothing is done")
    func foreignReply() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let machine = try bench.announced("kitchen")
        let body = try machine.enrolment(
            token: try bench.token(), user: AuthorityBench.user, app: AuthorityBench.app)
        let roots = AuthorityBench.roots
        for place in [
            "\(roots.private)/replies/n_cellar/1", "\(roots.private)/replies/boot_cellar/1",
            "\(roots.private)/replies/op_anna/1", "\(roots.private)/replies/s_kitchen/1",
            "\(roots.public)/nodes/kitchen/state", "\(roots.private)/enrol/kitchen", "other/home/replies/n_kitchen/1",
            "\(roots.private)/replies/n_kitchen", "\(roots.private)/replies/n_kitchen/#",
        ] {
            #expect(try bench.ask(.enrol(machine.node), body, as: "boot_kitchen", replyTo: place).isEmpty, "\(place)")
        }
        #expect(bench.handler.counters.foreignReplies.value == 9)
        #expect(try bench.store().setCount(.pending) == 0)
        let renewal = try machine.renewal(id: RequestID("one")!, by: machine.lifecycleKey)
        #expect(
            try bench.ask(
                .renew(machine.node), renewal, as: "n_kitchen", replyTo: "\(roots.private)/replies/boot_kitchen/1"
            ).isEmpty)
        let join = JoinRequest(node: machine.node, request: try machine.bootstrapRequest())
        #expect(
            try bench.ask(
                .join(machine.node), join, as: "boot_join", replyTo: "\(roots.private)/replies/boot_kitchen/1"
            ).isEmpty)
    }

    @Test("D14: retained and outdated requests are refused, ones without an id or of another form, too; each once")
    func refused() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let machine = try bench.announced("kitchen")
        let body = try machine.enrolment(
            token: try bench.token(), user: AuthorityBench.user, app: AuthorityBench.app)
        let topic = Topic.enrol(machine.node).path(in: AuthorityBench.roots)
        var head = Head()
        head.id = RequestID("one")
        head.replyTo = "\(AuthorityBench.roots.private)/replies/boot_kitchen/1"
        func codes(_ payload: [UInt8], retain: Bool = false) throws -> [ErrorCode] {
            _ = bench.replies.take()
            bench.bus.inject(topic, payload, retain: retain)
            return bench.replies.bodies(Refusal.self).map(\.error.code)
        }
        #expect(try codes(MessageCoder.encode(head, body), retain: true) == [.commandRetained])
        var outdated = head
        outdated.ttl = 0
        #expect(try codes(MessageCoder.encode(outdated, body)) == [.commandExpired])
        var nameless = head
        nameless.id = nil
        #expect(try codes(MessageCoder.encode(nameless, body)) == [.messageInvalid])
        let open = #"{"v":1,"id":"one","replyTo":"\#(head.replyTo ?? "")""#
        #expect(try codes(Array("\(open)}".utf8)) == [.messageInvalid])
        #expect(try codes(Array("\(open),\"node\":7}".utf8)) == [.messageInvalid])
        #expect(try codes(Array("no json".utf8)) == [])
        // Of another version's head not even the reply topic is believed; MQTT's own is.
        #expect(try codes(Array(#"{"v":2}"#.utf8)) == [])
        _ = bench.replies.take()
        bench.bus.inject(topic, Array(#"{"v":2}"#.utf8), responseTopic: head.replyTo)
        #expect(bench.replies.bodies(Refusal.self).map(\.error.code) == [.versionUnsupported])
        var other = body
        other.node = AuthorityBench.name("cellar")
        #expect(try codes(MessageCoder.encode(head, other)) == [.messageInvalid])
        #expect(try bench.store().setCount(.pending) == 0)
    }

    @Test("T1: beyond its rate a node is refused for a while, others are not, and the answer of before is still given")
    func rate() throws {
        let bench = try AuthorityBench(change: { $0.ratePerNode = 3 })
        try bench.addApp()
        let machine = try bench.announced("kitchen")
        let other = try bench.announced("cellar")
        let id = try #require(RequestID("good"))
        let requests = try machine.requests()
        let token = try bench.token()
        let reply = try bench.enrol(machine, token: token, id: id, requests: requests)
        for _ in 0..<2 { bench.refused(.tokenInvalid) { _ = try bench.enrol(machine, token: "wrong") } }
        bench.refused(.rateLimited) { _ = try bench.enrol(machine, token: "wrong") }
        #expect(try bench.enrol(machine, token: token, id: id, requests: requests) == reply)
        _ = try bench.enrol(other, token: try bench.token())
        bench.advance(.seconds(21))
        bench.refused(.tokenInvalid) { _ = try bench.enrol(machine, token: "wrong") }
        #expect(bench.handler.counters.rateLimited.value == 1)
    }

    @Test("D13: neither audit log nor status nor what is public holds a token, a key or a certificate")
    func secrets() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let token = try bench.token()
        let machine = try bench.announced("kitchen")
        let reply = try bench.enrol(machine, token: token)
        try bench.activate(machine, reply.set)
        bench.refused(.tokenUsed) { _ = try bench.enrol(machine, token: token, as: .node) }
        bench.advance(.seconds(11))
        let audit = try ["audit.log", "refused.log"].map { try readFile("\(bench.folder.path)/\($0)") }.joined()
        let shown = bench.published.messages.map { String(decoding: $0.payload, as: UTF8.self) }.joined()
        let access = try readFile("\(bench.folder.path)/access/access.json")
        for text in [audit, shown, access] {
            #expect(!text.contains(token))
            #expect(!text.contains("BEGIN"))
        }
        let lines = try audit.split(separator: "\n").map { try JSONValue.parse(Array($0.utf8)) }
        let mark = try #require(lines.first { $0["event"] == "enrol" }?["token"]?.stringValue)
        #expect(mark.utf8.count == 16)
        #expect(lines.contains { $0["event"] == "activate" })
        #expect(
            lines.contains { $0["event"] == "enrol" && $0["outcome"] == "tokenUsed" && $0["token"] == .string(mark) })
        #expect(lines.contains { $0["event"] == "node-add" && $0["by"] == "op_anna" })
    }
}
