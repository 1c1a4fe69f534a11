/// The node has stopped, because it was asked to or because something broke (H6 to H9).
public struct StoppedEvent: Message, Equatable {
    /// Always `stopped`.
    public private(set) var event = NodeEventName.stopped
    /// The node.
    public var node: NodeID
    /// Rises with each event of the node, over restarts; the same number is the same event again.
    public var number: Int64
    /// Number of the newest attempt to start.
    public var attempt: UInt64
    /// The run that ended, if one was under way.
    public var run: RunID?
    /// The requests this answers.
    public var requests: [RequestID]
    /// Why; nil exactly when a stop was requested and nothing broke. The key is always written.
    public var error: BeaconBusError?
    /// True if the node was idle already.
    public var repeated: Bool?

    /// Each argument is the field of its name.
    public init(
        node: NodeID, number: Int64, attempt: UInt64, run: RunID? = nil, requests: [RequestID],
        error: BeaconBusError?, repeated: Bool? = nil
    ) {
        self.node = node
        self.number = number
        self.attempt = attempt
        self.run = run
        self.requests = requests
        self.error = error
        self.repeated = repeated
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(event, forKey: .event)
        try container.encode(node, forKey: .node)
        try container.encode(number, forKey: .number)
        try container.encode(attempt, forKey: .attempt)
        try container.encodeIfPresent(run, forKey: .run)
        try container.encode(requests, forKey: .requests)
        // Null says something here, so the key is there in any case.
        try container.encode(error, forKey: .error)
        try container.encodeIfPresent(repeated, forKey: .repeated)
    }

    public static let schema = ObjectSchema(
        "StoppedEvent", "The node has stopped, because it was asked to or because something broke (H6 to H9).",
        [
            Field("event", .enumeration(["stopped"]), "Always `stopped`."),
            Field("node", .text(NodeID.self), "The node."),
            Field("number", .ordinal, "Rises with each event of the node, over restarts."),
            Field("attempt", .count, "Number of the newest attempt to start."),
            Field("run", .text(RunID.self), .optional, "The run that ended, if one was under way."),
            Field("requests", .array(.text(RequestID.self), 0...64), "The requests this answers."),
            Field(
                "error", .object(BeaconBusError.self), .nullable,
                "Why; null exactly when a stop was requested and nothing broke."),
            Field("repeated", .boolean, .optional, "True if the node was idle already."),
        ])

    public static var samples: [StoppedEvent] {
        [
            StoppedEvent(node: .sample, number: 21, attempt: 4, run: .sample, requests: [.sample], error: nil),
            StoppedEvent(node: .sample, number: 22, attempt: 4, requests: [], error: .sample, repeated: true),
        ]
    }
}
