/// A page of records.
public struct ListReply: Message, Equatable {
    /// The registry's revision.
    public var revision: Int64
    /// How many records there are.
    public var total: Int64
    /// In order of their ids.
    public var records: [BeaconRecord]
    /// Ask for the next page with this as after; absent at the end.
    public var next: BeaconID?

    /// Each argument is the field of its name.
    public init(
        revision: Int64, total: Int64, records: [BeaconRecord], next: BeaconID? = nil
    ) {
        self.revision = revision
        self.total = total
        self.records = records
        self.next = next
    }

    public static let schema = ObjectSchema(
        "ListReply", "A page of records.",
        [
            Field("revision", .count, "The registry's revision."),
            Field("total", .count, "How many records there are."),
            Field("records", .list(BeaconRecord.self, 0...200), "In order of their ids."),
            Field(
                "next", .text(BeaconID.self), .optional,
                "Ask for the next page with this as after; absent at the end."),
        ])

    public static var samples: [ListReply] {
        [
            ListReply(revision: 8, total: 2, records: [.sample, .sampleByParts], next: .sample)
        ]
    }
}
