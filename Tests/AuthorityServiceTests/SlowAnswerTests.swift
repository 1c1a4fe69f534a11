import Bus
import Identity
import Schema
import Store
import Support
import Testing

@testable import AuthorityService

@Suite("Authority: validators and signers that take their time, fail, or lie")
struct SlowAnswerTests {
    private static let down = BeaconBusError(.signerUnreachable, reason: "nobody there", suggestion: "Go on.")

    /// A bench whose app is judged by a client on the bus, and an order that waits for its signature.
    private func bench() throws -> (bench: AuthorityBench, signer: SlowSigner, questions: VirtualTap) {
        var slow: SlowSigner?
        let bench = try AuthorityBench(signer: { authority in
            let made = SlowSigner(authority)
            slow = made
            return made
        })
        let client = try #require(ClientID("obs.home.phone"))
        _ = try bench.tell(
            .appPut,
            AppPutCommand(app: AuthorityBench.app, validator: ValidatorDefinition(kind: .mqtt, client: client)),
            AppChangeReply.self)
        let questions = bench.bus.tap("\(AuthorityBench.roots.private)/apps/+/validate")
        return (bench, try #require(slow), questions)
    }

    private func say(_ valid: Bool, to question: VirtualBroker.Stored, _ bench: AuthorityBench) throws {
        var head = Head()
        head.id = try MessageCoder.decodeHead(question.payload).id
        bench.bus.inject(
            try #require(question.responseTopic), try MessageCoder.encode(head, ValidateReply(valid: valid)),
            correlation: question.correlation)
    }

    @Test("H28, H29: token, user, app, node, request id and the requests' hash go to the app's validator on the bus")
    func question() throws {
        let (bench, signer, questions) = try bench()
        let machine = try bench.announced("kitchen")
        let requests = try machine.requests()
        let id = try #require(RequestID("one"))
        let body = try machine.enrolment(
            token: "sesame", user: AuthorityBench.user, app: AuthorityBench.app, requests: requests)
        #expect(try bench.ask(.enrol(machine.node), body, as: "boot_kitchen", id: id).isEmpty)
        let stored = try #require(questions.messages.first)
        let (head, question) = try MessageCoder.decode(ValidateRequest.self, stored.payload)
        #expect(question.app == AuthorityBench.app && question.user == AuthorityBench.user)
        #expect(question.node == machine.node && question.token == "sesame" && question.purpose == .enrol)
        #expect(question.request == id && question.requestsHash == IdentityProof.requestsHash(requests))
        #expect(!stored.retain && head.ttl != nil)
        #expect(signer.count == 0, "nothing is signed before the token is judged")
        try say(true, to: stored, bench)
        #expect(signer.count == 1)
        _ = bench.replies.take()
        signer.answer(bench)
        #expect(bench.replies.bodies(CertificateReply.self).count == 1)
    }

    @Test("T4: while validator or signer work, a repetition joins in: one question, one pair, an answer for each")
    func joined() throws {
        let (bench, signer, questions) = try bench()
        let machine = try bench.announced("kitchen")
        let requests = try machine.requests()
        let id = try #require(RequestID("one"))
        let body = try machine.enrolment(
            token: "sesame", user: AuthorityBench.user, app: AuthorityBench.app, requests: requests)
        for _ in 0..<3 { try bench.send(.enrol(machine.node), body, as: "boot_kitchen", id: id) }
        #expect(questions.messages.count == 1)
        try say(true, to: questions.messages[0], bench)
        try bench.send(.enrol(machine.node), body, as: "boot_kitchen", id: id)
        bench.refused(.requestConflict) { _ = try bench.enrol(machine, token: "other", id: id, requests: requests) }
        _ = bench.replies.take()
        signer.answer(bench)
        let replies = bench.replies.bodies(CertificateReply.self)
        #expect(replies.count == 4)
        #expect(Set(replies.map(\.set)).count == 1)
        #expect(try bench.store().setCount(.pending) == 1)
    }

    @Test(
        "A certificate server that is down: refused to be tried again, the token is not used, its validator not asked twice"
    )
    func signerDown() throws {
        let (bench, signer, questions) = try bench()
        let machine = try bench.announced("kitchen")
        let requests = try machine.requests()
        let id = try #require(RequestID("one"))
        let body = try machine.enrolment(
            token: "sesame", user: AuthorityBench.user, app: AuthorityBench.app, requests: requests)
        try bench.send(.enrol(machine.node), body, as: "boot_kitchen", id: id)
        try say(true, to: questions.messages[0], bench)
        _ = bench.replies.take()
        signer.answer(bench) { _ in .failure(Self.down) }
        let refusal = try #require(bench.replies.bodies(Refusal.self).first)
        #expect(refusal.error.code == .signerUnreachable && refusal.error.retryable)
        #expect(try bench.store().database.integer("SELECT count(*) FROM spent_tokens") == 0)
        // kill -9 in between does not make it forget that the validator has accepted.
        try bench.restart()
        try bench.send(.enrol(machine.node), body, as: "boot_kitchen", id: id)
        #expect(questions.messages.count == 1)
        #expect(signer.count == 1)
        _ = bench.replies.take()
        signer.answer(bench)
        #expect(bench.replies.bodies(CertificateReply.self).count == 1)
        #expect(try bench.store().database.integer("SELECT count(*) FROM spent_tokens") == 1)
    }

    @Test("What a certificate server makes is checked: another's key, name or order never reaches the node")
    func lyingSigner() throws {
        let (bench, signer, questions) = try bench()
        let machine = try bench.announced("kitchen")
        let other = try bench.announced("cellar")
        func order(_ machine: CandidateNode) throws {
            try bench.send(
                .enrol(machine.node),
                machine.enrolment(token: "t-\(machine.node)", user: AuthorityBench.user, app: AuthorityBench.app),
                as: "boot_\(machine.node)")
            try say(true, to: try #require(questions.take().last), bench)
        }
        var stolen: [Certificate] = []
        try order(other)
        signer.answer(bench) { result in
            stolen = (try? result.get()) ?? []
            return .failure(Self.down)
        }
        #expect(stolen.count == 3)
        let lies: [([Certificate]) -> [Certificate]] = [
            { _ in stolen }, { Array($0.dropLast()) }, { $0 + [$0[0]] }, { [$0[1], $0[0], $0[2]] },
            { [$0[0], $0[0], $0[2]] }, { _ in [] },
        ]
        for lie in lies {
            try order(machine)
            _ = bench.replies.take()
            signer.answer(bench) { $0.map(lie) }
            #expect(bench.replies.bodies(Refusal.self).map(\.error.code) == [.authorityRejected])
        }
        #expect(try bench.store().setCount(.pending) == 0)
    }

    @Test("A node revoked while its validator thinks gets nothing")
    func revokedMeanwhile() throws {
        let (bench, signer, questions) = try bench()
        let machine = try bench.announced("kitchen")
        let body = try machine.enrolment(token: "sesame", user: AuthorityBench.user, app: AuthorityBench.app)
        try bench.send(.enrol(machine.node), body, as: "boot_kitchen")
        try say(true, to: questions.messages[0], bench)
        _ = try bench.tell(.nodeRevoke, NodeRevokeCommand(node: machine.node), NodeChangeReply.self)
        _ = bench.replies.take()
        signer.answer(bench)
        #expect(bench.replies.bodies(Refusal.self).map(\.error.code) == [.nodeUnexpected])
        #expect(try bench.store().setCount(.pending) == 0)
        #expect(try bench.store().database.integer("SELECT count(*) FROM spent_tokens") == 0)
    }

    @Test("A validator that says no is final for its request; one that is silent is not, and the token stays good")
    func silentValidator() throws {
        let (bench, signer, questions) = try bench()
        let machine = try bench.announced("kitchen")
        let id = try #require(RequestID("one"))
        let body = try machine.enrolment(token: "sesame", user: AuthorityBench.user, app: AuthorityBench.app)
        try bench.send(.enrol(machine.node), body, as: "boot_kitchen", id: id)
        _ = bench.replies.take()
        bench.advance(.seconds(6))
        #expect(bench.replies.bodies(Refusal.self).map(\.error.code) == [.validatorUnreachable])
        try bench.send(.enrol(machine.node), body, as: "boot_kitchen", id: id)
        #expect(questions.messages.count == 2, "it is asked again")
        _ = bench.replies.take()
        try say(false, to: questions.messages[1], bench)
        #expect(bench.replies.bodies(Refusal.self).map(\.error.code) == [.tokenInvalid])
        try bench.restart()
        try bench.send(.enrol(machine.node), body, as: "boot_kitchen", id: id)
        #expect(questions.messages.count == 2, "the answer stands")
        #expect(signer.count == 0)
    }

    @Test("D5: the validator is told of a renewal, without a token, and may veto")
    func veto() throws {
        let (bench, signer, questions) = try bench()
        var machine = try bench.announced("kitchen")
        try bench.send(
            .enrol(machine.node),
            machine.enrolment(token: "sesame", user: AuthorityBench.user, app: AuthorityBench.app),
            as: "boot_kitchen")
        try say(true, to: questions.take()[0], bench)
        _ = bench.replies.take()
        signer.answer(bench)
        let set = try #require(bench.replies.bodies(CertificateReply.self).first?.set)
        try bench.activate(machine, set)
        let old = machine.lifecycleKey
        try machine.makeNewKeys()
        let id = RequestID.random()
        try bench.send(.renew(machine.node), try machine.renewal(id: id, by: old), as: "n_kitchen", id: id)
        let stored = try #require(questions.messages.first)
        let question = try MessageCoder.decode(ValidateRequest.self, stored.payload).body
        #expect(question.purpose == .renew && question.token == nil && question.user == AuthorityBench.user)
        _ = bench.replies.take()
        try say(false, to: stored, bench)
        #expect(bench.replies.bodies(Refusal.self).count == 1)
        #expect(signer.count == 0)
        #expect(try bench.store().set(of: machine.node, .active)?.id == set, "the pair in use stays")
    }
}
