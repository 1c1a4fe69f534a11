internal import Schema

/// What is remembered of senders for a while: bounded, the longest unheard goes first (R12).
struct RecentTable<Value: Sendable>: Sendable {
    private let most: Int
    private let memory: Duration
    private var entries: [String: (value: Value, at: Instant)] = [:]

    /// At most `most` entries, each for `memory` after it was noted last.
    init(most: Int = 1_024, memory: Duration = .seconds(600)) {
        self.most = most
        self.memory = memory
    }

    /// Notes something, in place of what was noted under the key before.
    mutating func note(_ value: Value, _ key: String, at now: Instant) {
        if entries.count >= most, entries[key] == nil, let oldest = entries.min(by: { $0.value.at < $1.value.at })?.key
        {
            entries[oldest] = nil
        }
        entries[key] = (value, now)
    }

    /// What was noted lately.
    func recall(_ key: String, at now: Instant) -> Value? {
        guard let entry = entries[key], now - entry.at <= memory else { return nil }
        return entry.value
    }
}
