/// How rules were made coarser so that they fit into one message.
public struct RuleFold: SchemaObject, Equatable {
    /// How many rules there were.
    public var from: Int64
    /// How many there are.
    public var to: Int64
    /// What was left out.
    public var reason: String

    /// Each argument is the field of its name.
    public init(
        from: Int64, to: Int64, reason: String
    ) {
        self.from = from
        self.to = to
        self.reason = reason
    }

    public static let schema = ObjectSchema(
        "RuleFold", "How rules were made coarser so that they fit into one message.",
        [
            Field("from", .count, "How many rules there were."),
            Field("to", .count, "How many there are."),
            Field("reason", .string(maximumLength: 1_024), "What was left out."),
        ])
}
