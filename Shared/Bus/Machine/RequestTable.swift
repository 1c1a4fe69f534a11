package import Schema

/// Open requests and when they time out; pure. Every request leaves it exactly once.
package struct RequestTable: Sendable {
    private var open: [RequestID: Instant] = [:]
    /// Sorted by time; answered ones stay until they reach the front.
    private var deadlines: [(at: Instant, id: RequestID)] = []
    private var head = 0
    package let greatestCount: Int

    package init(limits: BusLimits) {
        greatestCount = limits.requests
    }

    package var count: Int { open.count }
    package var isFull: Bool { open.count >= greatestCount }

    package func isOpen(_ id: RequestID) -> Bool { open[id] != nil }

    /// The next time-out.
    package var deadline: Instant? {
        mutating get {
            while head < deadlines.count, open[deadlines[head].id] != deadlines[head].at { head += 1 }
            if head == deadlines.count {
                deadlines.removeAll(keepingCapacity: true)
                head = 0
                return nil
            }
            if head > 1_024, head > deadlines.count / 2 {
                deadlines.removeFirst(head)
                head = 0
            }
            return deadlines[head].at
        }
    }

    package mutating func insert(_ id: RequestID, deadline: Instant) {
        open[id] = deadline
        var low = head
        var high = deadlines.count
        while low < high {
            let middle = (low + high) / 2
            if deadlines[middle].at <= deadline { low = middle + 1 } else { high = middle }
        }
        deadlines.insert((deadline, id), at: low)
    }

    /// Whether the answer belongs to an open request, which it closes.
    package mutating func answered(_ id: RequestID) -> Bool {
        open.removeValue(forKey: id) != nil
    }

    /// Requests whose time is over, oldest first; they are closed.
    package mutating func expired(_ now: Instant) -> [RequestID] {
        var result: [RequestID] = []
        while let at = deadline, at <= now {
            let id = deadlines[head].id
            head += 1
            if open.removeValue(forKey: id) != nil { result.append(id) }
        }
        return result
    }

    /// All open requests, in order of their time-outs; they are closed.
    package mutating func removeAll() -> [RequestID] {
        var result: [RequestID] = []
        for (at, id) in deadlines[head...] where open[id] == at {
            open[id] = nil
            result.append(id)
        }
        open = [:]
        deadlines = []
        head = 0
        return result
    }
}
