import Schema

/// How fast a recording or a simulation goes by.
enum Pace: Sendable, Hashable {
    /// So many seconds of the source in one real second.
    case speed(Double)
    /// As fast as it can be read.
    case max

    /// As recorded.
    static let recorded = Pace.speed(1)

    /// The fastest that can be asked for by number.
    static let range = 0.01...10_000.0

    /// Reads `max` or a number within `range`.
    init?(_ text: String) {
        if text == "max" {
            self = .max
        } else if let speed = Double(text), Self.range.contains(speed) {
            self = .speed(speed)
        } else {
            return nil
        }
    }
}

/// Relates the source's time to the real one: both begin at the release.
struct SourceClock: Sendable {
    /// When the first record was delivered: now, whatever the recording says.
    let start: Instant
    let pace: Pace

    /// The source's time at a real moment; nil where the pace knows no such thing.
    func sourceTime(at real: Instant) -> Instant? {
        guard case .speed(let speed) = pace else { return nil }
        if speed == 1 { return max(real, start) }
        let passed = Double(max(real.nanoseconds(since: start), 0)) * speed
        return start.advanced(byNanoseconds: Int64(min(passed, 9e18)))
    }

    /// When a moment of the source comes; nil = at once.
    func realTime(of source: Instant) -> Instant? {
        guard case .speed(let speed) = pace else { return nil }
        if speed == 1 { return source }
        let passed = Double(max(source.nanoseconds(since: start), 0)) / speed
        return start.advanced(byNanoseconds: Int64(min(passed.rounded(.up), 9e18)))
    }
}
