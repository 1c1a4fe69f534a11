import Schema
import Testing

@testable import LifecycleService

/// Who is asked, in which order, how long, and what the answers mean (D1, H25–H27, H36, H37).
@Suite("Identity: the token question")
struct TokenQuestionTests {
    private func node(_ observers: [String], _ change: (inout IdentitySettings) -> Void = { _ in }) -> FlowNode {
        var node = FlowNode(.bootstrapped, observers: observers, change)
        node.prepare()
        return node
    }

    @Test("H36: null, token, token: the third is never asked")
    func order() {
        var node = node(["anna", "bert", "carl"])
        #expect(node.log == ["ask 1 anna"])
        node.answer(.null)
        #expect(node.log == ["ask 2 bert"])
        node.answer(.token)
        #expect(node.log == ["send 3 enrol with 2"])
        node.issue()
        node.connect()
        node.run(.seconds(60))
        #expect(node.history.filter { $0.hasPrefix("ask") } == ["ask 1 anna", "ask 2 bert"])
    }

    @Test("D1: five seconds each; a time-out counts as null, and its late answer is not wanted")
    func timeout() {
        var node = node(["anna", "bert"])
        node.pass(.milliseconds(4_999))
        #expect(node.log.isEmpty)
        node.pass(.milliseconds(1))
        #expect(node.log == ["forget 1", "ask 2 bert"])
        node.feed(.token(question: 1, .token))
        #expect(node.log.isEmpty, "too late")
        node.answer(.token)
        #expect(node.log == ["send 3 enrol with 2"])
    }

    @Test("D1: the local kinds go first, then observers by first registration")
    func localFirst() {
        var node = node(["bert", "anna"]) { ($0.hasFile, $0.hasCommand) = (true, true) }
        for _ in 0..<4 { node.answer(.null) }
        #expect(
            node.history == [
                "ask 1 file", "ask 2 command", "ask 3 bert", "ask 4 anna", "failed 1 tokenMissing, token",
            ])
    }

    @Test("D1: the operator's order goes first; who is not in it follows in the order of registration")
    func configured() {
        var node = node(["bert", "anna", "carl"]) {
            $0.hasFile = true
            $0.order = ["carl", "file", "nobody"].map { ObserverID($0)! }
        }
        for _ in 0..<4 { node.answer(.null) }
        #expect(node.history.prefix(4) == ["ask 1 carl", "ask 2 file", "ask 3 bert", "ask 4 anna"])
    }

    @Test("H2: who does not answer token questions is skipped and breaks nothing")
    func silentObserver() {
        var node = FlowNode(.bootstrapped)
        node.register("anna", token: false)
        node.register("bert")
        node.prepare()
        #expect(node.log == ["ask 1 bert"])
    }

    @Test("D1: an observer that is gone is skipped; one that comes while others are asked is asked last")
    func goneAndCome() {
        var node = FlowNode(.bootstrapped, observers: ["anna", "bert"])
        node.feed(.observerLost(ObserverID("anna")!, ObserverLost(connection: "c-1"), stored: false))
        node.prepare()
        #expect(node.log == ["ask 1 bert"])
        node.register("carl")
        node.answer(.null)
        #expect(node.log == ["ask 2 carl"])
    }

    @Test("H37: nobody there: tokenMissing; all silent: tokenTimeout; any null: tokenMissing; each with its causes")
    func codes() {
        var none = node([])
        #expect(none.log == ["failed 1 tokenMissing, token"])
        var silent = node(["anna", "bert"])
        silent.run(.seconds(10))
        #expect(silent.history.last == "failed 1 tokenTimeout, token")
        #expect(silent.failure?.causes.count == 2)
        var mixed = node(["anna", "bert"])
        mixed.run(.seconds(5))
        mixed.answer(.null)
        #expect(mixed.log == ["failed 1 tokenMissing, token"])
        none = node([]) { $0.hasFile = true }
        none.answer(.failed(.test(.storeFailed)))
        #expect(none.failure?.code == .tokenMissing)
        #expect(none.failure?.causes.map(\.code) == [.storeFailed])
    }

    @Test("D13, invariant 13: what an observer says when it refuses is not published, it may quote a token")
    func observersWords() {
        for code in [ErrorCode.busy, ErrorCode("secretToken")!] {
            var node = node(["anna"])
            node.answer(.failed(BeaconBusError(code, "secretToken", reason: "secretToken", suggestion: "secretToken")))
            let text = node.failure?.debugDescription ?? ""
            #expect(node.failure?.causes.count == 1)
            #expect(!text.contains("secretToken"), "\(text)")
        }
    }

    @Test("D1: a start has its time: with many silent observers it ends with tokenTimeout in time")
    func wholeStart() {
        var node = node((0..<20).map { "o\($0)" })
        node.run(.seconds(22))
        #expect(node.history.last == "failed 1 tokenTimeout, token")
        #expect(node.history.filter { $0.hasPrefix("ask") }.count == 5)
    }

    @Test("Registrations that are still coming in after connecting are waited for")
    func gathering() {
        var node = FlowNode(.bootstrapped, isConnected: false)
        node.prepare()
        node.connect()
        #expect(node.log.isEmpty)
        node.pass(.milliseconds(200))
        node.register("anna")
        #expect(node.log.isEmpty)
        node.pass(.milliseconds(300))
        #expect(node.log == ["ask 1 anna"])
        var late = FlowNode(.bootstrapped, isConnected: false)
        late.prepare()
        late.connect()
        late.run(.seconds(1))
        late.register("bert")
        late.run(.seconds(1))
        #expect(late.history.last == "ask 1 bert")
    }

    @Test("R19: a stop while an observer is asked: no further one is asked, and its token is not sent")
    func stopWhileAsking() {
        var node = node(["anna", "bert"])
        node.feed(.cancel(attempt: 1))
        #expect(node.log == ["forget 1"])
        node.feed(.token(question: 1, .token))
        node.run(.seconds(60))
        #expect(node.history == ["ask 1 anna", "forget 1"])
    }

    @Test("R19: a stop while the authority is asked: its answer changes nothing, and the request is repeated next time")
    func stopWhileEnrolling() {
        var node = node(["anna"])
        node.answer(.token)
        node.feed(.cancel(attempt: 1))
        #expect(node.log == ["forget 1"])
        node.replyIssued()
        #expect(node.log.isEmpty)
        node.prepare(2)
        #expect(node.log == ["send 3 enrol again"], "the same id and token, no question")
    }

    @Test("H35: a pair of an earlier start that is stored late ends the question: nobody further is asked")
    func lateInstallation() {
        var node = node(["anna", "bert"])
        node.answer(.token)
        node.replyIssued()
        let first = node.number
        node.feed(.cancel(attempt: 1))
        node.holdings.pending = nil
        node.feed(.holdings(node.holdings))
        node.prepare(2)
        #expect(node.log.last?.hasPrefix("ask") == true)
        let question = node.number
        node.holdings.pair = .test(from: FlowNode.start, life: FlowNode.day * 90, set: 2)
        node.feed(.installed(number: first, node.holdings))
        #expect(node.log == ["forget \(question)", "connect node 2"])
        node.connect()
        #expect(node.log.first == "ready 2")
    }

    @Test("R19: the cancellation of an older attempt changes nothing")
    func oldCancel() {
        var node = node(["anna"])
        node.feed(.cancel(attempt: 0))
        node.answer(.token)
        #expect(node.log == ["send 2 enrol with 1"])
    }

    @Test("H33, H34: nobody is asked while the node runs or is idle, however long")
    func neverOutside() {
        for state in [NodeState.running, .idle, .stopping] {
            var node = FlowNode(.valid, policy: .automatic, observers: ["anna"]) { $0.hasFile = true }
            node.feed(.follow(state, armed: nil))
            for _ in 0..<200 { node.pass(FlowNode.day) }
            #expect(node.history.filter { $0.hasPrefix("ask") }.isEmpty, "\(state)")
        }
    }
}
