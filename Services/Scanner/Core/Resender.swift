import Schema

/// When which journal entries are sent again as `unacknowledged` (design §5, "Nothing is lost").
///
/// A round sends everything that waits, in order, at most 256 entries ahead of the acknowledgement. One begins on each
/// connection, when dispatch is there anew, and while dispatch is ready when the oldest entry has waited for 5 s, then
/// doubling to 60 s as long as nothing is acknowledged.
struct Resender {
    static let window: Int64 = 256
    /// Entries in one message at most.
    static let greatest = 128
    static let patience: ClosedRange<Duration> = .seconds(5) ... .seconds(60)

    /// The present round: sent up to here …
    private var sent: Int64 = 0
    /// … and to be sent up to here.
    private var end: Int64 = 0
    private var wait = patience.lowerBound
    private var settled: Int64 = 0
    private var waitingSince: Instant?
    private(set) var isDispatchReady = false

    /// A round from the beginning: everything not settled.
    mutating func begin(settled: Int64, next: Int64, now: Instant) {
        sent = settled
        end = next - 1
        wait = Self.patience.lowerBound
        waitingSince = settled < next - 1 ? now : nil
    }

    /// The round ends: there is no connection.
    mutating func interrupt() {
        end = sent
    }

    /// What dispatch says of itself.
    mutating func dispatch(isReady: Bool) {
        isDispatchReady = isReady
    }

    /// What to send now: entries after a number, at most so many; nil = nothing.
    mutating func take(settled: Int64, next: Int64, now: Instant) -> (after: Int64, limit: Int)? {
        if settled > self.settled {
            self.settled = settled
            wait = Self.patience.lowerBound
            waitingSince = now
        }
        guard settled < next - 1 else {
            waitingSince = nil
            end = next - 1
            sent = end
            return nil
        }
        let since = waitingSince ?? now
        waitingSince = since
        if isDispatchReady, sent >= end, now - since >= wait {
            sent = settled
            end = next - 1
            wait = min(wait + wait, Self.patience.upperBound)
            waitingSince = now
        }
        sent = max(sent, settled)
        let room = min(Self.window - (sent - settled), end - sent, Int64(Self.greatest))
        return room > 0 ? (sent, Int(room)) : nil
    }

    /// Entries up to `number` have been handed to the bus.
    mutating func sent(through number: Int64) {
        sent = max(sent, number)
    }

    /// When ``take(settled:next:now:)`` can have something without anything else happening.
    var nextDeadline: Instant? {
        isDispatchReady ? waitingSince.map { $0 + wait } : nil
    }
}
