import Schema
import Testing

@testable import LifecycleService

@Suite("Requests that come again")
struct RequestLedgerTests {
    @Test("D14: the same id of the same requester is known, another's is not")
    func known() {
        var ledger = RequestLedger()
        ledger.note(.anna, .waiting, now: .zero)
        #expect(isWaiting(ledger.known(.anna, now: .zero)))
        #expect(ledger.known(.bert, now: .zero) == nil)
        #expect(ledger.known(CommandRequest(requester: "other", id: RequestID("a")), now: .zero) == nil)
    }

    @Test("A request without an id is always new")
    func withoutID() {
        var ledger = RequestLedger()
        let request = CommandRequest(requester: "op_anna")
        ledger.note(request, .waiting, now: .zero)
        #expect(ledger.known(request, now: .zero) == nil)
    }

    @Test("The outcome replaces the waiting, and is forgotten after its time")
    func settled() {
        var ledger = RequestLedger()
        ledger.note(.anna, .waiting, now: .zero)
        ledger.note(.anna, .settled(.superseded), now: .zero)
        #expect(!isWaiting(ledger.known(.anna, now: .zero)))
        #expect(ledger.known(.anna, now: .zero) != nil)
        #expect(ledger.known(.anna, now: .zero + .seconds(601)) == nil)
    }

    @Test("R12: the oldest is forgotten when there are too many")
    func bounded() {
        var ledger = RequestLedger(capacity: 3)
        for number in 0..<5 {
            ledger.note(CommandRequest(requester: "op_a", id: RequestID("\(number)")), .waiting, now: .zero)
        }
        #expect(ledger.known(CommandRequest(requester: "op_a", id: RequestID("1")), now: .zero) == nil)
        #expect(ledger.known(CommandRequest(requester: "op_a", id: RequestID("2")), now: .zero) != nil)
    }

    private func isWaiting(_ entry: RequestLedger.Entry?) -> Bool {
        if case .waiting = entry { true } else { false }
    }
}
