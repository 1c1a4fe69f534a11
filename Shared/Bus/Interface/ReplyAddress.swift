public import Schema

/// Where the answer to a command or request goes; may be stored and used later, also after a restart.
public struct ReplyAddress: Sendable, Hashable, Codable {
    /// The whole topic, checked to lie below the asker's own reply topic.
    public let topic: String
    /// The request's id, repeated in the answer.
    public let id: RequestID?
    /// The request's correlation data, repeated in the answer.
    public let correlation: [UInt8]

    public init(topic: String, id: RequestID?, correlation: [UInt8] = []) {
        self.topic = topic
        self.id = id
        self.correlation = correlation
    }
}
