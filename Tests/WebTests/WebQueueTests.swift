import Schema
import Testing

@testable import Web

@Suite struct WebQueueTests {
    private let start = Instant(nanoseconds: 1_000_000_000)

    @Test("one group's waiting requests never take another group's places")
    func groupsAreApart() {
        var queue = WebQueue(limits: WebLimits())
        for id in 0..<100 { #expect(add(UInt64(id), "slow", to: &queue)) }
        #expect(next(start, of: &queue).count == 8)
        #expect(add(1_000, "quick", to: &queue))
        #expect(next(start, of: &queue) == [1_000])
    }

    @Test("too many waiting ones of a group, and too many in all, are refused")
    func isBounded() {
        var limits = WebLimits()
        limits.waiting = 3
        limits.total = 5
        var queue = WebQueue(limits: limits)
        for id: UInt64 in 1...3 { #expect(add(id, "a", to: &queue)) }
        #expect(!add(4, "a", to: &queue))
        for id: UInt64 in 5...6 { #expect(add(id, "b", to: &queue)) }
        #expect(!add(7, "c", to: &queue))
        queue.finish(1)
        #expect(add(8, "c", to: &queue))
    }

    @Test("what waits longer than it may is given up, and the next change is told")
    func expires() {
        var limits = WebLimits()
        limits.concurrent = 1
        var queue = WebQueue(limits: limits)
        _ = queue.add(1, group: "a", deadline: start + .seconds(5), now: start)
        _ = queue.add(2, group: "a", deadline: start + .seconds(3), now: start)
        #expect(next(start, of: &queue) == [1])
        #expect(queue.nextChange(start) == start + .seconds(3))
        #expect(expired(start + .seconds(2), of: &queue).isEmpty)
        #expect(expired(start + .seconds(3), of: &queue) == [2])
        #expect(queue.count == 1)
        #expect(queue.nextChange(start) == nil)
    }

    @Test("one that is tried again waits for its instant, ahead of the others of its group")
    func retries() {
        var limits = WebLimits()
        limits.concurrent = 1
        var queue = WebQueue(limits: limits)
        let deadline = start + .seconds(5)
        _ = queue.add(1, group: "a", deadline: deadline, now: start)
        _ = queue.add(2, group: "a", deadline: deadline, now: start)
        #expect(next(start, of: &queue) == [1])
        queue.retry(1, earliest: start + .milliseconds(200), deadline: deadline)
        #expect(next(start, of: &queue) == [2])
        queue.finish(2)
        #expect(queue.nextChange(start) == start + .milliseconds(200))
        #expect(next(start + .milliseconds(199), of: &queue).isEmpty)
        #expect(next(start + .milliseconds(200), of: &queue) == [1])
    }

    private func add(_ id: UInt64, _ group: String, to queue: inout WebQueue) -> Bool {
        queue.add(id, group: group, deadline: start + .seconds(5), now: start)
    }

    private func next(_ now: Instant, of queue: inout WebQueue) -> [UInt64] { queue.next(now) }

    private func expired(_ now: Instant, of queue: inout WebQueue) -> [UInt64] { queue.expired(now) }
}
