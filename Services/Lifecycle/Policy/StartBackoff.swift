import Schema

/// How long a standing order waits before it starts again: doubling from `first` to `greatest`, of which the second
/// half is random, so that the nodes of a site do not move in step.
struct StartBackoff: Sendable {
    var first: Duration = .seconds(1)
    var greatest: Duration = .seconds(120)
    /// A run of at least this length makes the next wait short again.
    var reset: Duration = .seconds(60)

    /// The wait before the next start after a number of starts in a row.
    func wait(before starts: Int, using generator: inout some RandomNumberGenerator) -> Duration {
        let ceiling = max(greatest.saturatedNanoseconds, 2)
        var span = min(max(first.saturatedNanoseconds, 2), ceiling)
        for _ in 0..<min(max(starts - 1, 0), 40) where span < ceiling {
            span = span > ceiling / 2 ? ceiling : span * 2
        }
        return .nanoseconds(Int64.random(in: (span / 2)...span, using: &generator))
    }
}
