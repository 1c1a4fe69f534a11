import Schema
import Testing

@testable import LifecycleService

@Suite("How many commands a node takes")
struct CommandBudgetTests {
    @Test("R12: a burst fits, then one per interval, however hard it is asked")
    func limits() {
        var budget = CommandBudget(burst: 10, interval: .milliseconds(100))
        var now = Instant.zero + .seconds(5)
        var taken = (0..<100).count { _ in budget.take(now: now) }
        #expect(taken == 10)
        taken = 0
        for _ in 0..<1_000 {
            now = now + .milliseconds(10)
            if budget.take(now: now) { taken += 1 }
        }
        #expect((99...101).contains(taken))
    }

    @Test("A pause gives the whole burst back, and no more")
    func pause() {
        var budget = CommandBudget(burst: 10, interval: .milliseconds(100))
        _ = (0..<10).count { _ in budget.take(now: .zero) }
        let later = Instant.zero + .seconds(86_400)
        let taken = (0..<100).count { _ in budget.take(now: later) }
        #expect(taken == 10)
    }

    @Test("A clock that stands still or jumps does not trap")
    func clock() {
        var budget = CommandBudget()
        _ = budget.take(now: .distantFuture)
        _ = budget.take(now: .zero)
        _ = budget.take(now: Instant(nanoseconds: .min))
        _ = budget.take(now: .distantFuture)
    }
}
