import Schema

/// Something that is repeated until it is answered, with longer and longer waits.
struct Repetition: Sendable {
    /// When it is due; `nil` = not before something happens.
    var due: Instant?
    /// Until when an answer to the last try is waited for; `nil` = none is out.
    var openUntil: Instant?
    private var failures = 0

    /// It failed: again after between half and all of a wait that doubles from `first` to `greatest`.
    mutating func failed(
        _ now: Instant, first: Duration, greatest: Duration, using random: inout some RandomNumberGenerator
    ) {
        openUntil = nil
        due = now + Self.wait(failures, first, greatest, &random)
        failures += 1
    }

    mutating func reset() {
        self = Repetition()
    }

    /// A wait after a number of failures; its second half is random.
    static func wait(
        _ failures: Int, _ first: Duration, _ greatest: Duration, _ random: inout some RandomNumberGenerator
    ) -> Duration {
        let ceiling = max(greatest.saturatedNanoseconds, 2)
        var span = min(max(first.saturatedNanoseconds, 2), ceiling)
        for _ in 0..<min(failures, 40) where span < ceiling { span = span > ceiling / 2 ? ceiling : span * 2 }
        return .nanoseconds(Int64.random(in: (span / 2)...span, using: &random))
    }
}
