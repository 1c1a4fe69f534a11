public import Schema

/// A message as it came from the broker. Its bytes are from outside: bounded, but otherwise unchecked.
public struct IncomingMessage: Sendable {
    /// The topic as sent.
    public let topicName: String
    /// The topic as one of ours; nil if it is none.
    public package(set) var topic: Topic?
    public let payload: [UInt8]
    public let qos: QoS
    /// Sent from the broker's store, or (with Retain As Published) published as retained.
    public let retained: Bool
    /// What is left of its Message Expiry; nil = it has none.
    public let expiry: Duration?
    public let responseTopic: String?
    public let correlation: [UInt8]
    /// When it was read from the socket.
    public let receivedAt: Instant

    public init(
        topicName: String, topic: Topic?, payload: [UInt8], qos: QoS = .atLeastOnce, retained: Bool = false,
        expiry: Duration? = nil, responseTopic: String? = nil, correlation: [UInt8] = [], receivedAt: Instant
    ) {
        self.topicName = topicName
        self.topic = topic
        self.payload = payload
        self.qos = qos
        self.retained = retained
        self.expiry = expiry
        self.responseTopic = responseTopic
        self.correlation = correlation
        self.receivedAt = receivedAt
    }

    /// Decodes head and body; the error names field and reason.
    public func decode<Body: Message>(_ body: Body.Type) throws(BeaconBusError) -> (head: Head, body: Body) {
        try MessageCoder.decode(body, payload)
    }
}
