/// Lets a node or scanner name devices outside the monitored set for a limited time (D18).
public struct DiscoverCommand: Message, Equatable {
    /// How long, ms; 10 minutes unless said.
    public var duration: Int64?

    /// Each argument is the field of its name.
    public init(
        duration: Int64? = nil
    ) {
        self.duration = duration
    }

    public static let schema = ObjectSchema(
        "DiscoverCommand", "Lets a node or scanner name devices outside the monitored set for a limited time (D18).",
        [
            Field("duration", .integer(1_000...3_600_000), .optional, "How long, ms; 10 minutes unless said.")
        ])

    public static var samples: [DiscoverCommand] {
        [
            DiscoverCommand(duration: 600_000),
            DiscoverCommand(),
        ]
    }
}
