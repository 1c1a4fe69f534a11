/// The journal of a scanner.
public struct JournalReport: SchemaObject, Equatable {
    /// Its random identity.
    public var id: JournalID
    /// Entries not yet acknowledged.
    public var pending: Int64
    /// Number of the oldest of them.
    public var oldest: Int64?
    /// The number the next entry gets.
    public var next: Int64
    /// Entries dropped because the journal was full or they were too old.
    public var dropped: Int64

    /// Each argument is the field of its name.
    public init(
        id: JournalID, pending: Int64, oldest: Int64? = nil, next: Int64, dropped: Int64
    ) {
        self.id = id
        self.pending = pending
        self.oldest = oldest
        self.next = next
        self.dropped = dropped
    }

    public static let schema = ObjectSchema(
        "JournalReport", "The journal of a scanner.",
        [
            Field("id", .text(JournalID.self), "Its random identity."),
            Field("pending", .count, "Entries not yet acknowledged."),
            Field("oldest", .ordinal, .optional, "Number of the oldest of them."),
            Field("next", .ordinal, "The number the next entry gets."),
            Field("dropped", .count, "Entries dropped because the journal was full or they were too old."),
        ])
}
