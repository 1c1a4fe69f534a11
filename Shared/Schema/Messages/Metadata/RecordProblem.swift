/// Why a record was refused.
public struct RecordProblem: SchemaObject, Equatable {
    /// The line of the file, or the index in the command.
    public var line: Int64
    /// What is wrong with it, naming the field.
    public var reason: String

    /// Each argument is the field of its name.
    public init(
        line: Int64, reason: String
    ) {
        self.line = line
        self.reason = reason
    }

    public static let schema = ObjectSchema(
        "RecordProblem", "Why a record was refused.",
        [
            Field("line", .count, "The line of the file, or the index in the command."),
            Field("reason", .string(maximumLength: 1_024), "What is wrong with it, naming the field."),
        ])
}
