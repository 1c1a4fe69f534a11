/// The cause of the failed start may have gone; promises nothing and starts nothing (H14 to H19).
public struct ReadyEvent: Message, Equatable {
    /// Always `ready`.
    public private(set) var event = NodeEventName.ready
    /// The node.
    public var node: NodeID
    /// Rises with each event of the node, over restarts; the same number is the same event again.
    public var number: Int64
    /// The attempt that had failed.
    public var attempt: UInt64
    /// What has come back.
    public var cause: RecoveryCause

    /// Each argument is the field of its name.
    public init(
        node: NodeID, number: Int64, attempt: UInt64, cause: RecoveryCause
    ) {
        self.node = node
        self.number = number
        self.attempt = attempt
        self.cause = cause
    }

    public static let schema = ObjectSchema(
        "ReadyEvent", "The cause of the failed start may have gone; promises nothing and starts nothing (H14 to H19).",
        [
            Field("event", .enumeration(["ready"]), "Always `ready`."),
            Field("node", .text(NodeID.self), "The node."),
            Field(
                "number", .ordinal,
                "Rises with each event of the node, over restarts; the same number is the same event again."),
            Field("attempt", .ordinal, "The attempt that had failed."),
            Field("cause", .words(RecoveryCause.self), "What has come back."),
        ])

    public static var samples: [ReadyEvent] {
        [
            ReadyEvent(node: .sample, number: 19, attempt: 5, cause: .adapter)
        ]
    }
}
