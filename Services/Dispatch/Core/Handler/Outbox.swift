import Bus
import Store

/// How far the ledger's outcomes and actions have been sent: numbers in, numbers out.
///
/// Both go out in the order of their numbers, at most `window` of each on their way. What the broker has not acknowledged
/// when a connection ends goes out again.
struct Outbox: Sendable {
    static let window: Int64 = 500

    /// One of the two series.
    struct Series: Sendable {
        /// All up to this one are acknowledged.
        var sent: Int64 = 0
        /// The last one handed over in this connection.
        var handed: Int64 = 0
        /// The last one that has ever been handed over.
        var ever: Int64 = 0
        /// The last one that is durable.
        var stored: Int64 = 0
        /// Acknowledged beyond `sent`.
        var beyond: Set<Int64> = []

        /// How many may be handed over now.
        var room: Int { Int(max(min(stored - handed, Outbox.window - (handed - sent)), 0)) }

        mutating func hand(_ number: Int64) {
            handed = max(handed, number)
            ever = max(ever, number)
        }

        mutating func acknowledged(_ number: Int64) {
            guard number > sent else { return }
            beyond.insert(number)
            while beyond.remove(sent + 1) != nil { sent += 1 }
        }

        mutating func rewind(to number: Int64) {
            sent = min(max(number, 0), sent)
            handed = sent
            beyond = []
        }
    }

    var outcomes = Series()
    var actions = Series()

    /// Takes up what the ledger says, at the start and after a failed commit.
    mutating func restart(_ ledger: Ledger) {
        outcomes = Series(sent: ledger.outcomesSent, handed: ledger.outcomesSent, ever: ledger.outcomesSent)
        actions = Series(sent: ledger.actionsSent, handed: ledger.actionsSent, ever: ledger.actionsSent)
        committed(ledger)
    }

    /// A group has become durable.
    mutating func committed(_ ledger: Ledger) {
        outcomes.stored = ledger.nextOutcome - 1
        actions.stored = ledger.nextAction - 1
    }

    /// The connection ended: what is not acknowledged goes out again.
    mutating func disconnected() {
        outcomes.rewind(to: outcomes.sent)
        actions.rewind(to: actions.sent)
    }

    /// Messages not acknowledged by the broker.
    var count: Int64 { outcomes.stored - outcomes.sent + actions.stored - actions.sent }

    private static let actionMark: UInt64 = 1 << 62

    /// What an outcome or action is called at the bus.
    static func token(_ number: Int64, isAction: Bool) -> PublishToken {
        PublishToken(UInt64(clamping: number) | (isAction ? actionMark : 0))
    }

    /// The broker has, or refuses for good, a message.
    mutating func settled(_ token: PublishToken) {
        let number = Int64(truncatingIfNeeded: token.value & ~Self.actionMark)
        if token.value & Self.actionMark != 0 {
            actions.acknowledged(number)
        } else {
            outcomes.acknowledged(number)
        }
    }
}
