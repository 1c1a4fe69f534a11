internal import Schema

/// Jittered exponential waiting: the n-th wait is drawn from the upper half of `least · 2ⁿ`, bounded by `greatest`.
package struct Backoff: Sendable, Equatable {
    private let least: Int64
    private let greatest: Int64
    private var next: Int64

    package init(_ range: ClosedRange<Duration>) {
        least = max(1_000_000, range.lowerBound.saturatedNanoseconds)
        greatest = max(least, range.upperBound.saturatedNanoseconds)
        next = least
    }

    /// The next wait in nanoseconds.
    package mutating func wait(using random: inout some RandomNumberGenerator) -> Int64 {
        let limit = next
        next = next > greatest / 2 ? greatest : next * 2
        return Backoff.jittered(limit, using: &random)
    }

    /// Something worked for long enough: begin again with the least wait.
    package mutating func reset() {
        next = least
    }

    /// A value from the upper half of `limit` nanoseconds.
    package static func jittered(_ limit: Int64, using random: inout some RandomNumberGenerator) -> Int64 {
        guard limit > 1 else { return max(0, limit) }
        return Int64.random(in: limit / 2...limit, using: &random)
    }
}
