/// Tells a scanner to scan for a run; answered when its sources are open.
public struct ScanCommand: Message, Equatable {
    /// The run.
    public var run: RunID
    /// The attempt.
    public var attempt: UInt64

    /// Each argument is the field of its name.
    public init(
        run: RunID, attempt: UInt64
    ) {
        self.run = run
        self.attempt = attempt
    }

    public static let schema = ObjectSchema(
        "ScanCommand", "Tells a scanner to scan for a run; answered when its sources are open.",
        [
            Field("run", .text(RunID.self), "The run."),
            Field("attempt", .ordinal, "The attempt."),
        ])

    public static var samples: [ScanCommand] {
        [
            ScanCommand(run: .sample, attempt: 4)
        ]
    }
}
