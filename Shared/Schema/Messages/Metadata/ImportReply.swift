/// The answer to a part of an import.
public struct ImportReply: Message, Equatable {
    /// The import.
    public var `import`: String
    /// The part.
    public var part: Int64
    /// Good rows so far.
    public var accepted: Int64
    /// Bad rows of this part.
    public var problems: [RecordProblem]
    /// With the last part, if it took effect: the registry's revision now.
    public var revision: Int64?
    /// With the last part: how many records there are.
    public var total: Int64?
    /// Why the import as a whole did not take effect.
    public var error: BeaconBusError?

    /// Each argument is the field of its name.
    public init(
        `import`: String, part: Int64, accepted: Int64, problems: [RecordProblem], revision: Int64? = nil,
        total: Int64? = nil, error: BeaconBusError? = nil
    ) {
        self.import = `import`
        self.part = part
        self.accepted = accepted
        self.problems = problems
        self.revision = revision
        self.total = total
        self.error = error
    }

    public static let schema = ObjectSchema(
        "ImportReply", "The answer to a part of an import.",
        [
            Field("import", .string(maximumLength: 64), "The import."),
            Field("part", .count, "The part."),
            Field("accepted", .count, "Good rows so far."),
            Field("problems", .list(RecordProblem.self, 0...256), "Bad rows of this part."),
            Field("revision", .count, .optional, "With the last part, if it took effect: the registry's revision now."),
            Field("total", .count, .optional, "With the last part: how many records there are."),
            Field("error", .object(BeaconBusError.self), .optional, "Why the import as a whole did not take effect."),
        ])

    public static var samples: [ImportReply] {
        [
            ImportReply(
                import: "a1", part: 3, accepted: 700, problems: [RecordProblem(line: 612, reason: "minor is missing")],
                revision: 9, total: 812),
            ImportReply(import: "a1", part: 3, accepted: 700, problems: [], error: .sample),
        ]
    }
}
