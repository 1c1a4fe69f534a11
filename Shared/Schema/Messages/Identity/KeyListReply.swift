/// Which decoding keys there are; never the keys themselves.
public struct KeyListReply: Message, Equatable {
    /// Their revision.
    public var revision: Int64
    /// How many there are.
    public var total: Int64
    /// Those of this page, in order of their names.
    public var keys: [KeyEntry]
    /// Present if there are more: ask again with it as `after`.
    public var next: BeaconName?

    /// Each argument is the field of its name.
    public init(
        revision: Int64, total: Int64, keys: [KeyEntry], next: BeaconName? = nil
    ) {
        self.revision = revision
        self.total = total
        self.keys = keys
        self.next = next
    }

    public static let schema = ObjectSchema(
        "KeyListReply", "Which decoding keys there are; never the keys themselves.",
        [
            Field("revision", .count, "Their revision."),
            Field("total", .count, "How many there are."),
            Field(
                "keys", .list(KeyEntry.self, 0...KeysReply.greatestCount),
                "Those of this page, in order of their names."),
            Field(
                "next", .text(BeaconName.self), .optional, "Present if there are more: ask again with it as `after`."),
        ])

    public static var samples: [KeyListReply] {
        [
            KeyListReply(
                revision: 3, total: 2,
                keys: [
                    KeyEntry(name: .sample, kind: .bindKey, address: .sample, beacon: .sample),
                    KeyEntry(name: .sample, kind: .irk),
                ], next: .sample),
            KeyListReply(revision: 0, total: 0, keys: []),
        ]
    }
}
