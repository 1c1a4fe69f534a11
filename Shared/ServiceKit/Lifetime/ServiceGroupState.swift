/// The order in which services end, without threads or time. The driver feeds it what happened and does what it says.
struct ServiceGroupState {
    enum Action: Equatable {
        /// Ask this service to stop, and report `deadline(step)` after the stop deadline.
        case stop(Int, step: Int)
        /// Cancel these, and report `deadline(step)` after the cancel deadline.
        case cancel([Int], step: Int)
        /// All is over; services that did not even follow cancellation are left behind.
        case finish(stuck: [Int])
    }

    private enum Phase: Equatable {
        /// May go to stopping or cancelling.
        case running
        /// One service at a time, last started first. May go to cancelling or finished.
        case stopping(step: Int)
        /// May go to finished.
        case cancelling(step: Int)
        case finished
    }

    private var phase = Phase.running
    private var alive: Set<Int>
    private var step = 0
    /// The first service that failed.
    private(set) var failed: Int?

    init(count: Int) {
        alive = Set(0..<count)
    }

    /// Whether the end has begun.
    var isStopping: Bool { phase != .running }

    /// A service returned (`failed: false`) or threw. While running, either begins the stop unless `ignored`.
    mutating func ended(_ index: Int, failed: Bool, ignored: Bool = false) -> [Action] {
        alive.remove(index)
        if failed, self.failed == nil, phase == .running { self.failed = index }
        switch phase {
        case .running: return ignored && !failed && !alive.isEmpty ? [] : stopNext()
        case .stopping: return alive.contains(current ?? -1) ? [] : stopNext()
        case .cancelling: return alive.isEmpty ? finish() : []
        case .finished: return []
        }
    }

    /// Somebody asked for a graceful stop; asked again, it stops at once.
    mutating func stopRequested() -> [Action] {
        switch phase {
        case .running: stopNext()
        case .stopping: cancel()
        case .cancelling, .finished: []
        }
    }

    /// The deadline of a step passed; one of an older step is ignored.
    mutating func deadline(_ step: Int) -> [Action] {
        switch phase {
        case .stopping(step): cancel()
        case .cancelling(step): finish()
        default: []
        }
    }

    /// The service that has been asked and is still running.
    private var current: Int?

    private mutating func stopNext() -> [Action] {
        step += 1
        guard let next = alive.max() else { return finish() }
        current = next
        phase = .stopping(step: step)
        return [.stop(next, step: step)]
    }

    private mutating func cancel() -> [Action] {
        step += 1
        phase = .cancelling(step: step)
        return [.cancel(alive.sorted(), step: step)]
    }

    private mutating func finish() -> [Action] {
        phase = .finished
        return [.finish(stuck: alive.sorted())]
    }
}
