/// What the bus client did and dropped since it was made (R12, R18).
public struct BusCounters: Sendable, Equatable {
    /// CONNECTs sent.
    public var connects: UInt64 = 0
    /// Connections that became ready.
    public var connections: UInt64 = 0
    /// Messages handed to the handler.
    public var received: UInt64 = 0
    /// Messages dropped before the handler: malformed topic, too large, not asked for.
    public var dropped: UInt64 = 0
    /// Messages given to the broker.
    public var published: UInt64 = 0
    /// QoS 1 messages the broker acknowledged.
    public var acknowledged: UInt64 = 0
    /// QoS 1 messages the broker refused.
    public var refused: UInt64 = 0
    /// QoS 1 messages lost with their connection, or for want of one.
    public var lost: UInt64 = 0
    /// QoS 0 messages dropped for want of a connection or of room.
    public var discarded: UInt64 = 0
    /// Answers that belong to no open request.
    public var strayReplies: UInt64 = 0
    /// Reply topics outside the asker's own (D14).
    public var foreignReplyTopics: UInt64 = 0
    /// Retained messages sent again after a reconnect.
    public var restored: UInt64 = 0
    /// Passes that ended in a failed commit.
    public var failedCommits: UInt64 = 0

    public init() {}
}
