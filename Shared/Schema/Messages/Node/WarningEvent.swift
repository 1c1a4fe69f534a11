/// Something is wrong that does not change the state.
public struct WarningEvent: Message, Equatable {
    /// Always `warning`.
    public private(set) var event = NodeEventName.warning
    /// The node.
    public var node: NodeID
    /// Rises with each event of the node, over restarts; the same number is the same event again.
    public var number: Int64
    /// Number of the newest attempt to start.
    public var attempt: UInt64
    /// The run under way.
    public var run: RunID?
    /// What is wrong.
    public var error: BeaconBusError

    /// Each argument is the field of its name.
    public init(
        node: NodeID, number: Int64, attempt: UInt64, run: RunID? = nil, error: BeaconBusError
    ) {
        self.node = node
        self.number = number
        self.attempt = attempt
        self.run = run
        self.error = error
    }

    public static let schema = ObjectSchema(
        "WarningEvent", "Something is wrong that does not change the state.",
        [
            Field("event", .enumeration(["warning"]), "Always `warning`."),
            Field("node", .text(NodeID.self), "The node."),
            Field(
                "number", .ordinal,
                "Rises with each event of the node, over restarts; the same number is the same event again."),
            Field("attempt", .count, "Number of the newest attempt to start."),
            Field("run", .text(RunID.self), .optional, "The run under way."),
            Field("error", .object(BeaconBusError.self), "What is wrong."),
        ])

    public static var samples: [WarningEvent] {
        [
            WarningEvent(node: .sample, number: 20, attempt: 4, run: .sample, error: .sample)
        ]
    }
}
