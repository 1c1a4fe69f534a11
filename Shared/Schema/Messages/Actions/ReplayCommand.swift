/// Asks for actions again, on their own topics, marked repeated.
public struct ReplayCommand: Message, Equatable {
    /// Those with a higher number.
    public var after: Int64
    /// At most so many; 1,000 unless said.
    public var limit: Int64?

    /// Each argument is the field of its name.
    public init(
        after: Int64, limit: Int64? = nil
    ) {
        self.after = after
        self.limit = limit
    }

    public static let schema = ObjectSchema(
        "ReplayCommand", "Asks for actions again, on their own topics, marked repeated.",
        [
            Field("after", .count, "Those with a higher number."),
            Field("limit", .integer(1...10_000), .optional, "At most so many; 1,000 unless said."),
        ])

    public static var samples: [ReplayCommand] {
        [
            ReplayCommand(after: 4, limit: 100),
            ReplayCommand(after: 0),
        ]
    }
}
