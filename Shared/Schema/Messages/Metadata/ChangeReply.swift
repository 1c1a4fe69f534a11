/// The answer to put and delete.
public struct ChangeReply: Message, Equatable {
    /// The registry's revision now.
    public var revision: Int64
    /// How many records were added, changed or deleted.
    public var changed: Int64
    /// How many to delete were not there.
    public var missing: Int64?
    /// Records that were refused.
    public var problems: [RecordProblem]

    /// Each argument is the field of its name.
    public init(
        revision: Int64, changed: Int64, missing: Int64? = nil, problems: [RecordProblem]
    ) {
        self.revision = revision
        self.changed = changed
        self.missing = missing
        self.problems = problems
    }

    public static let schema = ObjectSchema(
        "ChangeReply", "The answer to put and delete.",
        [
            Field("revision", .count, "The registry's revision now."),
            Field("changed", .count, "How many records were added, changed or deleted."),
            Field("missing", .count, .optional, "How many to delete were not there."),
            Field("problems", .list(RecordProblem.self, 0...256), "Records that were refused."),
        ])

    public static var samples: [ChangeReply] {
        [
            ChangeReply(
                revision: 9, changed: 1, missing: 2,
                problems: [RecordProblem(line: 0, reason: "major must be from 0 to 65535")])
        ]
    }
}
