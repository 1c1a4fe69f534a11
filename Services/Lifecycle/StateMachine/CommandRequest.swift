import Schema

/// One start or stop request that waits for its outcome: who asked, and where the answer goes.
///
/// Requests without `replyTo` (a bare `mosquitto_pub`) still get their outcome, through the event.
struct CommandRequest: Hashable, Sendable, Codable {
    /// The last level of the command's topic, `{kind}_{id}`.
    var requester: String
    /// The asker's own identifier, repeated in the event and in the reply.
    var id: RequestID?
    /// A checked reply topic below the asker's own; `nil` = no reply wanted.
    var replyTo: String?
    /// MQTT 5 correlation data, given back as it came.
    var correlation: [UInt8]?

    init(requester: String, id: RequestID? = nil, replyTo: String? = nil, correlation: [UInt8]? = nil) {
        self.requester = requester
        self.id = id
        self.replyTo = replyTo
        self.correlation = correlation
    }
}
