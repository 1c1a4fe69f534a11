/// Tells a scanner to stop scanning; answered when its sources are closed.
public struct HaltCommand: Message, Equatable {
    /// Only this run; any if absent.
    public var run: RunID?
    /// The attempt.
    public var attempt: UInt64?

    /// Each argument is the field of its name.
    public init(
        run: RunID? = nil, attempt: UInt64? = nil
    ) {
        self.run = run
        self.attempt = attempt
    }

    public static let schema = ObjectSchema(
        "HaltCommand", "Tells a scanner to stop scanning; answered when its sources are closed.",
        [
            Field("run", .text(RunID.self), .optional, "Only this run; any if absent."),
            Field("attempt", .ordinal, .optional, "The attempt."),
        ])

    public static var samples: [HaltCommand] {
        [
            HaltCommand(run: .sample, attempt: 4),
            HaltCommand(),
        ]
    }
}
