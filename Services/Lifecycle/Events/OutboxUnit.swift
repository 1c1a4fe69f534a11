import Bus
import Schema

/// One transition with the answers it brings, or answers alone, as far as the broker has not acknowledged it.
struct OutboxUnit: Codable, Sendable {
    /// Rising per node, over restarts; stands in the events.
    var number: UInt64
    var transition: Transition?
    var replies: [OutboxReply] = []
    /// The parts the broker has.
    var acknowledged: Set<Int> = []

    /// `stateChanged`, the specific event, and each reply.
    var parts: Int {
        (transition?.changed == true ? 1 : 0) + (transition?.specific == nil ? 0 : 1) + replies.count
    }

    private enum CodingKeys: String, CodingKey {
        case number, transition, replies
    }
}

/// An answer to one request.
struct OutboxReply: Codable, Sendable {
    var address: ReplyAddress
    var outcome: RequestOutcome
    var attempt: UInt64
    var run: RunID?
}

/// Which message of an outbox a publish token stands for: 0 = `stateChanged`, 1 = specific event, from 2 on replies.
struct OutboxPart {
    var number: UInt64
    var index: Int

    static let stateChanged = 0
    static let specific = 1
    static let firstReply = 2

    init(number: UInt64, index: Int) {
        self.number = number
        self.index = index
    }

    init?(_ token: PublishToken) {
        number = token.value >> 10
        index = Int(token.value & 1023)
        if number == 0 { return nil }
    }

    var token: PublishToken {
        PublishToken(number << 10 | UInt64(index & 1023))
    }
}
