import Bus
import Schema

/// One start or stop request that waits for its outcome: who asked, and where the answer goes.
///
/// Requests without a reply address (a bare `mosquitto_pub`) still get their outcome, through the event.
struct CommandRequest: Hashable, Sendable, Codable {
    /// The last level of the command's topic, `{kind}_{id}`.
    var requester: String
    /// The asker's own identifier, repeated in the event and in the reply.
    var id: RequestID?
    /// A checked reply topic below the asker's own; `nil` = no reply wanted.
    var reply: ReplyAddress?
    /// When a start that is latched behind a stop is outdated (D14); not stored, a restart does not outdate it.
    var expires: Instant?

    init(requester: String, id: RequestID? = nil, reply: ReplyAddress? = nil, expires: Instant? = nil) {
        self.requester = requester
        self.id = id
        self.reply = reply
        self.expires = expires
    }

    private enum CodingKeys: String, CodingKey {
        case requester, id, reply
    }
}
