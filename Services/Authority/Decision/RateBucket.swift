import Schema

/// So many a minute, and as many at once after a quiet one. A value.
struct RateBucket {
    private(set) var level: Double
    private(set) var at: Instant

    init(level: Double, at: Instant) {
        self.level = level
        self.at = at
    }

    /// Takes one, if there is one; how long to wait otherwise.
    mutating func take(perMinute: Int, _ now: Instant) -> Duration? {
        if let wait = wait(perMinute: perMinute, now) { return wait }
        level -= 1
        return nil
    }

    /// How long to wait until there is one; nil if there is.
    mutating func wait(perMinute: Int, _ now: Instant) -> Duration? {
        let seconds = Double(max(0, now.nanoseconds(since: at))) / 1_000_000_000
        level = min(Double(perMinute), level + seconds * Double(perMinute) / 60)
        at = now
        return level < 1 ? .milliseconds(Int64((1 - level) * 60_000 / Double(perMinute)) + 1) : nil
    }
}
