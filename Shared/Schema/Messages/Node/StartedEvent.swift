/// The node has started and its scanner is scanning (H3, H4).
public struct StartedEvent: Message, Equatable {
    /// Always `started`.
    public private(set) var event = NodeEventName.started
    /// The node.
    public var node: NodeID
    /// Rises with each event of the node, over restarts; the same number is the same event again.
    public var number: Int64
    /// The attempt that succeeded.
    public var attempt: UInt64
    /// The run it opens.
    public var run: RunID
    /// The requests this answers.
    public var requests: [RequestID]
    /// True if the node was running already.
    public var repeated: Bool?
    /// True if its certificate is due but could not be renewed (D3).
    public var renewalDue: Bool?

    /// Each argument is the field of its name.
    public init(
        node: NodeID, number: Int64, attempt: UInt64, run: RunID, requests: [RequestID], repeated: Bool? = nil,
        renewalDue: Bool? = nil
    ) {
        self.node = node
        self.number = number
        self.attempt = attempt
        self.run = run
        self.requests = requests
        self.repeated = repeated
        self.renewalDue = renewalDue
    }

    public static let schema = ObjectSchema(
        "StartedEvent", "The node has started and its scanner is scanning (H3, H4).",
        [
            Field("event", .enumeration(["started"]), "Always `started`."),
            Field("node", .text(NodeID.self), "The node."),
            Field(
                "number", .ordinal,
                "Rises with each event of the node, over restarts; the same number is the same event again."),
            Field("attempt", .ordinal, "The attempt that succeeded."),
            Field("run", .text(RunID.self), "The run it opens."),
            Field("requests", .array(.text(RequestID.self), 0...64), "The requests this answers."),
            Field("repeated", .boolean, .optional, "True if the node was running already."),
            Field("renewalDue", .boolean, .optional, "True if its certificate is due but could not be renewed (D3)."),
        ])

    public static var samples: [StartedEvent] {
        [
            StartedEvent(
                node: .sample, number: 17, attempt: 4, run: .sample, requests: [.sample], repeated: true,
                renewalDue: true),
            StartedEvent(node: .sample, number: 17, attempt: 4, run: .sample, requests: []),
        ]
    }
}
