import Schema
import Testing

@testable import DispatchCore

@Suite("Look-up queue")
struct LookupQueueTests {
    private let start = Instant(nanoseconds: 1_000_000_000_000)

    private func key(_ counter: Int64) -> ActivationKey { ActivationKey(stream: 1, counter: counter) }
    private func beacon(_ minor: Int) -> BeaconID { BeaconID(FakeNode.beacon(minor))! }

    private func queue(_ count: Int64, initial: Bool = false, rate: Int = 10) -> LookupQueue {
        var queue = LookupQueue(initialRate: rate)
        for counter in 1...count {
            queue.add(
                key(counter), beacon(Int(counter)), initial: initial, now: start, deadline: start + .seconds(900))
        }
        return queue
    }

    @Test("D10: a look-up that fails is asked again after 1, 2, 4 … 60 s, and given up at its deadline")
    func backoff() {
        var queue = queue(1)
        let error = BeaconBusError(.requestTimeout, reason: "", suggestion: "")
        var now = start
        var waits: [Int64] = []
        while true {
            #expect(queue.next(now, most: 9).map(\.key) == [key(1)])
            #expect(queue.next(now, most: 9).isEmpty)
            guard queue.failed(key(1), error, now: now) else { break }
            guard let due = queue.nextDue(now) else { break }
            #expect(queue.next(due - .milliseconds(1), most: 9).isEmpty)
            waits.append((due - now).saturatedMilliseconds / 1000)
            now = due
        }
        #expect(waits.prefix(8) == [1, 2, 4, 8, 16, 32, 60, 60])
        #expect(now == start + .seconds(900))
        #expect(queue.count == 0)
    }

    @Test("L7, L18: two activations of one beacon are two look-ups, in two requests")
    func distinct() {
        var queue = LookupQueue(initialRate: 10)
        for counter in Int64(1)...3 {
            queue.add(
                key(counter), beacon(counter == 3 ? 2 : 1), initial: false, now: start, deadline: start + .seconds(9))
        }
        #expect(queue.next(start, most: 9).map(\.key) == [key(1), key(3)])
        #expect(queue.next(start, most: 9).map(\.key) == [key(2)])
    }

    @Test("Requests are bounded, what did not fit comes first in the next, what was settled meanwhile is left out")
    func bounded() {
        var queue = queue(300)
        #expect(queue.next(start, most: 128).count == 128)
        queue.remove(key(129))
        queue.deferred(key(5), now: start)
        let next = queue.next(start, most: 128).map(\.key)
        #expect(next.count == 128 && next.first == key(5) && !next.contains(key(129)))
    }

    @Test("D23: a start-up burst goes out at its rate, and does not hold up others")
    func burst() {
        var queue = queue(100, initial: true)
        queue.add(key(200), beacon(200), initial: false, now: start, deadline: start + .seconds(900))
        let first = queue.next(start, most: 128).map(\.key)
        #expect(first.count == 11 && first.first == key(200))
        #expect(queue.nextDue(start) == start + .milliseconds(100))
        #expect(queue.next(start + .milliseconds(500), most: 128).count == 5)
        #expect(queue.deferredByRate > 0)
    }

    @Test("When metadata is back, everything that waits is asked for at once")
    func wake() {
        var queue = queue(3)
        let error = BeaconBusError(.requestTimeout, reason: "", suggestion: "")
        for (key, _) in queue.next(start, most: 9) { _ = queue.failed(key, error, now: start) }
        #expect(queue.next(start, most: 9).isEmpty)
        queue.wakeAll(start)
        #expect(queue.next(start, most: 9).count == 3)
    }
}
