/// A start request has failed; everything is stopped and nothing retries (H10 to H13).
public struct StartFailedEvent: Message, Equatable {
    /// Always `startFailed`.
    public private(set) var event = NodeEventName.startFailed
    /// The node.
    public var node: NodeID
    /// Rises with each event of the node, over restarts; the same number is the same event again.
    public var number: Int64
    /// The attempt that failed.
    public var attempt: UInt64
    /// The requests this answers.
    public var requests: [RequestID]
    /// Why.
    public var error: BeaconBusError

    /// Each argument is the field of its name.
    public init(
        node: NodeID, number: Int64, attempt: UInt64, requests: [RequestID], error: BeaconBusError
    ) {
        self.node = node
        self.number = number
        self.attempt = attempt
        self.requests = requests
        self.error = error
    }

    public static let schema = ObjectSchema(
        "StartFailedEvent", "A start request has failed; everything is stopped and nothing retries (H10 to H13).",
        [
            Field("event", .enumeration(["startFailed"]), "Always `startFailed`."),
            Field("node", .text(NodeID.self), "The node."),
            Field(
                "number", .ordinal,
                "Rises with each event of the node, over restarts; the same number is the same event again."),
            Field("attempt", .ordinal, "The attempt that failed."),
            Field("requests", .array(.text(RequestID.self), 0...64), "The requests this answers."),
            Field("error", .object(BeaconBusError.self), "Why."),
        ])

    public static var samples: [StartFailedEvent] {
        [
            StartFailedEvent(node: .sample, number: 18, attempt: 5, requests: [.sample], error: .sample)
        ]
    }
}
