import Bus
import Schema

/// The replays under way: each gives its consumer a range of actions again, bounded in rate.
struct ReplayQueue: Sendable {
    /// Replays at once; further ones are refused as busy.
    static let most = 16
    /// Actions a step, and the time between steps: 1,000/s.
    static let step = 100
    static let interval: Duration = .milliseconds(100)

    struct Job: Sendable {
        var after: Int64
        /// How many may still be given.
        var left: Int64
        var count: Int64 = 0
        let address: ReplyAddress?
    }

    private(set) var jobs: [Job] = []
    var due: Instant?

    /// False where there are too many already.
    mutating func add(after: Int64, limit: Int64, address: ReplyAddress?, now: Instant) -> Bool {
        guard jobs.count < Self.most else { return false }
        jobs.append(Job(after: after, left: limit, address: address))
        if due == nil { due = now }
        return true
    }

    /// The job whose turn it is.
    var first: Job? { jobs.first }

    /// Notes what a step gave; the finished job is returned.
    mutating func advance(to last: Int64, count: Int64, isDone: Bool, now: Instant) -> Job? {
        guard !jobs.isEmpty else { return nil }
        jobs[0].after = last
        jobs[0].count += count
        jobs[0].left -= count
        due = now + Self.interval
        guard isDone || jobs[0].left <= 0 else {
            jobs.append(jobs.removeFirst())
            return nil
        }
        let job = jobs.removeFirst()
        if jobs.isEmpty { due = nil }
        return job
    }

    /// The connection ended, and with it the replies' use: askers ask again.
    mutating func disconnected() {
        jobs = []
        due = nil
    }
}
