import Bus
import Identity
import Schema
import Store
import Support
import Testing

@testable import AuthorityService

/// What may change while a validator takes its time.
@Suite struct SlowValidatorTests {
    /// The questions a validator on the bus has got and not answered.
    private struct Desk {
        let bench: AuthorityBench
        let tap: VirtualTap
        var waiting: [String] = []

        init(_ bench: AuthorityBench) throws {
            self.bench = bench
            tap = bench.bus.tap("\(AuthorityBench.roots.private)/apps/+/validate")
            try bench.addApp()
        }

        /// From now on the app's tokens are judged on the bus.
        func open() throws {
            _ = try bench.tell(
                .appPut,
                AppPutCommand(
                    app: AuthorityBench.app,
                    validator: ValidatorDefinition(kind: .mqtt, client: ClientID("obs.home.visits"))),
                AppChangeReply.self)
        }

        mutating func collect() throws -> Int {
            for message in tap.take() {
                waiting.append(try #require(try MessageCoder.decodeHead(message.payload).replyTo))
            }
            return waiting.count
        }

        /// Says yes to one, and returns the answers that follow.
        mutating func accept(_ index: Int) throws -> [JSONValue] {
            _ = bench.replies.take()
            bench.bus.inject(waiting.remove(at: index), #"{"v":1,"valid":true}"#)
            return try bench.replies.take().filter { !$0.topic.contains("/validate/") }.map {
                try JSONValue.parse($0.payload, maximumDepth: 24)
            }
        }
    }

    @Test("D5: a renewal asked with a key that is replaced while the validator thinks gives no certificates")
    func renewalWithAReplacedKey() throws {
        let bench = try AuthorityBench()
        var desk = try Desk(bench)
        let (machine, _) = try bench.working("kitchen")
        try desk.open()
        let old = machine.lifecycleKey
        var (late, next) = (machine, machine)
        try late.makeNewKeys()
        try next.makeNewKeys()
        try bench.send(
            .renew(machine.node), try late.renewal(id: RequestID("late")!, by: old), as: "n_kitchen",
            id: RequestID("late"))
        try bench.send(
            .renew(machine.node), try next.renewal(id: RequestID("next")!, by: old), as: "n_kitchen",
            id: RequestID("next"))
        #expect(try desk.collect() == 2)
        let answers = try desk.accept(1)
        let set = try #require(answers.first?["set"]?.stringValue.flatMap { CertificateSetID($0) })
        try bench.activate(next, set)
        let refusals = try desk.accept(0)
        #expect(refusals.count == 1)
        #expect(refusals.first?["error"]?["code"] == "authorityRejected")
        #expect(try bench.store().set(of: machine.node, .pending) == nil)
    }

    @Test("two nodes that ask with one key at the same time: one of them gets certificates")
    func oneKeyForTwo() throws {
        let bench = try AuthorityBench()
        var desk = try Desk(bench)
        let kitchen = try bench.announced("kitchen")
        var hall = try CandidateNode(site: AuthorityBench.site, node: AuthorityBench.name("hall"))
        hall.scannerKey = kitchen.lifecycleKey
        _ = try bench.announce(hall)
        try desk.open()
        try bench.send(.enrol(kitchen.node), try kitchen.enrolment(with: "first-token-of-all"), as: "boot_kitchen")
        try bench.send(.enrol(hall.node), try hall.enrolment(with: "second-token-of-all"), as: "boot_hall")
        #expect(try desk.collect() == 2)
        #expect(try desk.accept(0).first?["set"] != nil)
        #expect(try desk.accept(0).first?["error"]?["code"] == "nodeBound")
    }

    @Test("a token given to two nodes at the same time enrols one, whichever answer comes first")
    func oneTokenForTwo() throws {
        let bench = try AuthorityBench()
        var desk = try Desk(bench)
        let (kitchen, hall) = (try bench.announced("kitchen"), try bench.announced("hall"))
        try desk.open()
        try bench.send(.enrol(kitchen.node), try kitchen.enrolment(with: "the-one-token"), as: "boot_kitchen")
        try bench.send(.enrol(hall.node), try hall.enrolment(with: "the-one-token"), as: "boot_hall")
        #expect(try desk.collect() == 2)
        #expect(try desk.accept(1).first?["set"] != nil)
        #expect(try desk.accept(0).first?["error"]?["code"] == "tokenUsed")
    }

    @Test("a node revoked, an app disabled while the validator thinks: nothing is issued, the token stays good")
    func takenBackMeanwhile() throws {
        let bench = try AuthorityBench()
        var desk = try Desk(bench)
        let (kitchen, hall) = (try bench.announced("kitchen"), try bench.announced("hall"))
        try desk.open()
        try bench.send(.enrol(kitchen.node), try kitchen.enrolment(with: "token-of-the-kitchen"), as: "boot_kitchen")
        try bench.send(.enrol(hall.node), try hall.enrolment(with: "token-of-the-hall"), as: "boot_hall")
        #expect(try desk.collect() == 2)
        _ = try bench.tell(.nodeRevoke, NodeRevokeCommand(node: kitchen.node, ban: true), NodeChangeReply.self)
        #expect(try desk.accept(0).first?["error"]?["code"] == "nodeBanned")
        _ = try bench.tell(.appPut, AppPutCommand(app: AuthorityBench.app, enabled: false), AppChangeReply.self)
        #expect(try desk.accept(0).first?["error"]?["code"] == "appUnknown")
        #expect(try bench.store().database.integer("SELECT COUNT(*) FROM spent_tokens") == 0)
        #expect(try bench.store().database.integer("SELECT COUNT(*) FROM sets") == 0)
    }

    @Test("a validator that never answers takes the places of its own app only, and gives them back after 5 s")
    func oneAppOnly() throws {
        let bench = try AuthorityBench()
        var desk = try Desk(bench)
        let other: AppID = AuthorityBench.name("other")
        try bench.addApp(other)
        try desk.open()
        let places = AuthorityHandler.maximumOpenOfApp
        for index in 0..<places {
            let machine = try bench.announced("node-\(index)")
            try bench.send(
                machine.enrol, try machine.enrolment(with: "some-token-\(index)"), as: "boot_\(machine.node)")
        }
        #expect(try desk.collect() == places)
        let late = try bench.announced("late")
        bench.refused(.busy) { _ = try bench.enrol(late, token: "one-more-token") }
        let quick = try bench.announced("quick")
        _ = try bench.enrol(quick, token: try bench.token(other), app: other)
        _ = bench.replies.take()
        bench.advance(.seconds(6))
        let codes = try bench.replies.take().compactMap {
            try JSONValue.parse($0.payload, maximumDepth: 24)["error"]?["code"]?.stringValue
        }
        #expect(codes == Array(repeating: "validatorUnreachable", count: places))
        try bench.send(late.enrol, try late.enrolment(with: "one-more-token"), as: "boot_late")
        #expect(try desk.collect() == places + 1)
    }
}

extension CandidateNode {
    fileprivate var enrol: Topic { .enrol(node) }

    fileprivate func enrolment(with token: String) throws -> EnrolRequest {
        try enrolment(token: token, user: AuthorityBench.user, app: AuthorityBench.app)
    }
}
