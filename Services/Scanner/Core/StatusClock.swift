import Schema

/// When a retained topic is to be published: soon after a change, not too often, and regularly while wanted.
struct StatusClock {
    private(set) var isChanged = true
    private(set) var lastAt = Instant(nanoseconds: .min)
    /// The process is about to end.
    var isStopping = false

    /// Something changed.
    mutating func touch() { isChanged = true }

    /// It was published.
    mutating func told(_ now: Instant) {
        isChanged = false
        lastAt = now
    }

    /// Whether it is to be published now.
    func isDue(_ now: Instant, pause: Duration, interval: Duration?) -> Bool {
        if isChanged { return now >= lastAt + pause }
        return interval.map { now >= lastAt + $0 } ?? false
    }

    /// When that will be without anything else happening; nil = never.
    func nextDeadline(_ options: ScannerOptions, isBusy: Bool) -> Instant? {
        if isChanged { return lastAt + options.statusPause }
        return isBusy ? lastAt + options.statusInterval : nil
    }
}
