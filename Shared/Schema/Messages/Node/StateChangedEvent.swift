/// The node's state has changed; carries states only, never an error (H21).
public struct StateChangedEvent: Message, Equatable {
    /// Always `stateChanged`.
    public private(set) var event = NodeEventName.stateChanged
    /// The node.
    public var node: NodeID
    /// Rises with each event of the node, over restarts; the same number is the same event again.
    public var number: Int64
    /// Number of the newest attempt to start.
    public var attempt: UInt64
    /// The run under way.
    public var run: RunID?
    /// The state it left.
    public var previous: NodeState
    /// The state it entered.
    public var state: NodeState

    /// Each argument is the field of its name.
    public init(
        node: NodeID, number: Int64, attempt: UInt64, run: RunID? = nil, previous: NodeState, state: NodeState
    ) {
        self.node = node
        self.number = number
        self.attempt = attempt
        self.run = run
        self.previous = previous
        self.state = state
    }

    public static let schema = ObjectSchema(
        "StateChangedEvent", "The node's state has changed; carries states only, never an error (H21).",
        [
            Field("event", .enumeration(["stateChanged"]), "Always `stateChanged`."),
            Field("node", .text(NodeID.self), "The node."),
            Field(
                "number", .ordinal,
                "Rises with each event of the node, over restarts; the same number is the same event again."),
            Field("attempt", .count, "Number of the newest attempt to start."),
            Field("run", .text(RunID.self), .optional, "The run under way."),
            Field("previous", .words(NodeState.self), "The state it left."),
            Field("state", .words(NodeState.self), "The state it entered."),
        ])

    public static var samples: [StateChangedEvent] {
        [
            StateChangedEvent(node: .sample, number: 16, attempt: 4, run: .sample, previous: .starting, state: .running)
        ]
    }
}
