/// The answer to start and stop: how the request ended, sent when it is known (D14).
public struct CommandOutcome: Message, Equatable {
    /// How it ended.
    public var outcome: RequestOutcomeKind
    /// The node.
    public var node: NodeID
    /// The attempt it belonged to.
    public var attempt: UInt64?
    /// The run.
    public var run: RunID?
    /// True if the node was running already.
    public var repeated: Bool?
    /// Why it failed, was refused, or why the node stopped.
    public var error: BeaconBusError?

    /// Each argument is the field of its name.
    public init(
        outcome: RequestOutcomeKind, node: NodeID, attempt: UInt64? = nil, run: RunID? = nil, repeated: Bool? = nil,
        error: BeaconBusError? = nil
    ) {
        self.outcome = outcome
        self.node = node
        self.attempt = attempt
        self.run = run
        self.repeated = repeated
        self.error = error
    }

    public static let schema = ObjectSchema(
        "CommandOutcome", "The answer to start and stop: how the request ended, sent when it is known (D14).",
        [
            Field("outcome", .words(RequestOutcomeKind.self), "How it ended."),
            Field("node", .text(NodeID.self), "The node."),
            Field("attempt", .count, .optional, "The attempt it belonged to."),
            Field("run", .text(RunID.self), .optional, "The run."),
            Field("repeated", .boolean, .optional, "True if the node was running already."),
            Field(
                "error", .object(BeaconBusError.self), .optional,
                "Why it failed, was refused, or why the node stopped."),
        ])

    public static var samples: [CommandOutcome] {
        [
            CommandOutcome(outcome: .started, node: .sample, attempt: 4, run: .sample, repeated: true),
            CommandOutcome(outcome: .refused, node: .sample, error: .sample),
        ]
    }
}
