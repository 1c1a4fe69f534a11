import Schema

/// A token bucket: how many commands a node takes in a short time, whoever sends them (R12, R18).
struct CommandBudget: Sendable {
    let burst: Int
    /// How long one more takes to become available.
    let interval: Duration
    private var used: Int64 = 0
    private var since = Instant.zero

    init(burst: Int = 40, interval: Duration = .milliseconds(100)) {
        self.burst = burst
        self.interval = interval
    }

    /// Whether one more fits now; it counts as taken.
    mutating func take(now: Instant) -> Bool {
        let regained = max(0, now.nanoseconds(since: since)) / max(1, interval.saturatedNanoseconds)
        if regained > 0 {
            used = max(0, used - regained)
            since = used == 0 ? now : since + interval * Int(min(regained, 1_000_000))
        }
        guard used < Int64(burst) else { return false }
        if used == 0 { since = now }
        used += 1
        return true
    }
}
