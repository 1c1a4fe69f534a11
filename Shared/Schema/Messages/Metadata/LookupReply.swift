/// The records of the beacons asked for, one answer each.
public struct LookupReply: Message, Equatable {
    /// The registry's revision.
    public var revision: Int64
    /// One for each id.
    public var answers: [LookupAnswer]

    /// Each argument is the field of its name.
    public init(
        revision: Int64, answers: [LookupAnswer]
    ) {
        self.revision = revision
        self.answers = answers
    }

    public static let schema = ObjectSchema(
        "LookupReply", "The records of the beacons asked for, one answer each.",
        [
            Field("revision", .count, "The registry's revision."),
            Field("answers", .list(LookupAnswer.self, 1...256), "One for each id."),
        ])

    public static var samples: [LookupReply] {
        [
            LookupReply(
                revision: 8,
                answers: [
                    LookupAnswer(beacon: "mac-aabbccddeeff", answer: .found, record: .sample, revision: 7, stale: true),
                    LookupAnswer(beacon: "x", answer: .failed, error: .sample),
                    LookupAnswer(beacon: "irk-phone", answer: .unknown),
                ])
        ]
    }
}
