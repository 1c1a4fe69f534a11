public import Schema

/// One topic filter and the options it is subscribed with. MQTT 5 §3.8.3.
public struct Subscription: Sendable, Hashable {
    /// What the broker sends of its retained messages when this is subscribed.
    public enum RetainedMessages: UInt8, Sendable, Hashable {
        case send = 0
        case sendIfNew = 1
        case never = 2
    }

    /// The whole filter, roots included.
    public var filter: String
    public var qos: QoS
    /// Keep the retain flag a message was published with, so that a retained command is recognised (D14).
    public var retainAsPublished: Bool
    public var retainedMessages: RetainedMessages
    /// Do not send what this client published itself.
    public var noLocal: Bool

    /// A filter over the topics of the schema.
    public init(
        _ filter: TopicFilter, in roots: Roots, qos: QoS = .atLeastOnce, retainAsPublished: Bool = false,
        retainedMessages: RetainedMessages = .send, noLocal: Bool = false
    ) {
        self.init(
            raw: filter.path(in: roots), qos: qos, retainAsPublished: retainAsPublished,
            retainedMessages: retainedMessages, noLocal: noLocal)
    }

    /// Any filter, roots included.
    public init(
        raw filter: String, qos: QoS = .atLeastOnce, retainAsPublished: Bool = false,
        retainedMessages: RetainedMessages = .send, noLocal: Bool = false
    ) {
        self.filter = filter
        self.qos = qos
        self.retainAsPublished = retainAsPublished
        self.retainedMessages = retainedMessages
        self.noLocal = noLocal
    }

    /// Command topics: with Retain As Published, so that retained ones are refused (D14).
    public static func commands(_ filter: TopicFilter, in roots: Roots) -> Subscription {
        Subscription(filter, in: roots, retainAsPublished: true)
    }
}
