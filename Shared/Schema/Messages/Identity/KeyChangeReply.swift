/// What became of decoding keys.
public struct KeyChangeReply: Message, Equatable {
    /// Their revision now.
    public var revision: Int64
    /// How many were added, replaced or removed.
    public var changed: Int64
    /// Those to be removed that were not there.
    public var missing: [BeaconName]?

    /// Each argument is the field of its name.
    public init(
        revision: Int64, changed: Int64, missing: [BeaconName]? = nil
    ) {
        self.revision = revision
        self.changed = changed
        self.missing = missing
    }

    public static let schema = ObjectSchema(
        "KeyChangeReply", "What became of decoding keys.",
        [
            Field("revision", .count, "Their revision now."),
            Field("changed", .count, "How many were added, replaced or removed."),
            Field(
                "missing", .array(.text(BeaconName.self), 0...KeysReply.greatestCount), .optional,
                "Those to be removed that were not there."),
        ])

    public static var samples: [KeyChangeReply] {
        [
            KeyChangeReply(revision: 3, changed: 1, missing: [.sample]),
            KeyChangeReply(revision: 4, changed: 1),
        ]
    }
}
