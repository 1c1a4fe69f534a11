public import Schema

/// What became of a message that was published with a token; every token gets exactly one.
public enum PublishOutcome: Sendable, Equatable {
    /// The broker has it (PUBACK). That is not durability: brokers lose acknowledged messages when killed.
    /// `hadSubscribers` is false if the broker said that nobody was subscribed.
    case acknowledged(hadSubscribers: Bool)
    /// The broker refused it (PUBACK with an error); the same message will be refused again.
    case refused(BeaconBusError)
    /// The connection ended before the answer, or there was none: it may or may not have been delivered.
    case lost
}
