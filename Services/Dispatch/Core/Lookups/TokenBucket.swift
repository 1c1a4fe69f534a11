import Schema

/// Lets through `rate` a second, up to `capacity` at once.
struct TokenBucket: Sendable {
    private let interval: Int64
    private let capacity: Int64
    /// The time at which the bucket was or will be full, in nanoseconds.
    private var full: Int64 = .min

    init(rate: Int, capacity: Int) {
        interval = 1_000_000_000 / Int64(max(rate, 1))
        self.capacity = Int64(max(capacity, 1))
    }

    /// Takes one; false when none is there.
    mutating func take(_ now: Instant) -> Bool {
        let base = max(full, now.nanoseconds)
        guard base - now.nanoseconds <= (capacity - 1) * interval else { return false }
        full = base + interval
        return true
    }

    /// When the next one is there.
    func nextToken(_ now: Instant) -> Instant {
        max(now, Instant(nanoseconds: max(full, now.nanoseconds) - (capacity - 1) * interval))
    }
}
