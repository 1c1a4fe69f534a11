public import Schema

/// The rule by which only one of each site service works at a site (design §5): for the first seconds after its first
/// CONNACK a service does no work and publishes nothing; taken over in that time, it was the newcomer and yields.
///
/// One that already works reconnects at once when it is taken over, and so takes the client id back. A value: tell it
/// about connections, ask it for the time that is left.
public struct QuietStart: Sendable, Equatable {
    /// What to do after a connection has ended.
    public enum Verdict: Sendable, Equatable {
        /// Nothing: the bus reconnects.
        case stay
        /// End the process with this error.
        case yield(BeaconBusError)
    }

    /// How long nothing is done.
    public let length: Duration
    /// When the work begins; nil before the first connection.
    public private(set) var end: Instant?
    /// Whether the work has begun.
    public private(set) var isOver = false

    /// - Parameter length: 10 s unless something else, such as a lock all instances share, rules out a second one.
    public init(length: Duration = .seconds(10)) {
        self.length = length
    }

    /// A connection is ready.
    public mutating func connected(_ now: Instant) {
        if end == nil { end = now + length }
    }

    /// Whether the work begins with this call: true exactly once.
    public mutating func begins(_ now: Instant) -> Bool {
        guard !isOver, let end, now >= end else { return false }
        isOver = true
        return true
    }

    /// A connection has ended or could not be made.
    public func disconnected(_ failure: BusFailure, _ clientID: ClientID) -> Verdict {
        guard !isOver, failure.kind == .takenOver || failure.kind == .clientIDInUse else { return .stay }
        return .yield(
            BeaconBusError(
                .clientIdInUse, "Another instance of this service is at work",
                reason: "\(clientID) was taken over within \(length) after this one had connected",
                suggestion: "Only one of each site service works at a site: stop the other one first.",
                retryable: true))
    }
}
