import Schema
import Support
import Testing

@testable import LifecycleService

@Suite("kill -9 of the lifecycle during enrolment and renewal")
struct KillTests {
    @Test(
        "T4, H30: killed before any piece of work on the disk, it comes up with one pair, and nothing is issued twice for one request",
        arguments: 1...14)
    func before(step: Int) throws {
        try trial(step, dying: .before)
    }

    @Test("T4, H30: killed when a piece of work is done and nobody knows yet", arguments: 1...14)
    func after(step: Int) throws {
        try trial(step, dying: .after)
    }

    enum Moment { case before, after }

    private func trial(_ step: Int, dying: Moment) throws {
        let kit = try IdentityKit(observers: [("phone", .token("t"))])
        let node = VirtualNode(policy: .manual, kit: kit)
        var jobs = 0
        var isDead = false
        kit.worker.onJob = {
            jobs += 1
            if jobs > step || jobs == step && dying == .before { isDead = true }
            return !isDead
        }
        kit.worker.onResult = {
            if jobs >= step, dying == .after { isDead = true }
            return !isDead
        }
        node.send("start")
        for _ in 0..<20 where !isDead { node.bus.advance(.milliseconds(500)) }
        node.restart()
        node.bus.advance(.seconds(30))
        node.ask("start", "again")
        node.bus.advance(.seconds(40))
        #expect(node.answered().last?.hasPrefix("again started") == true, "step \(step): \(node.said().suffix(5))")
        #expect(kit.authority.handler.conflicts == 0)
        let pair = kit.holdings.pair
        #expect(pair?.activated == true)
        #expect(kit.authority.handler.active[node.node] == pair?.set)
        #expect(kit.holdings.pending == nil)
    }
}
