/// An inbox, retained: the newest entries that fit, and counts.
public struct Inbox: Message, Equatable {
    /// Which.
    public var inbox: InboxID
    /// The newest first.
    public var entries: [InboxEntry]
    /// How many entries there are.
    public var total: Int64
    /// How many are unread.
    public var unread: Int64
    /// How many are kept.
    public var kept: Int64

    /// Each argument is the field of its name.
    public init(
        inbox: InboxID, entries: [InboxEntry], total: Int64, unread: Int64, kept: Int64
    ) {
        self.inbox = inbox
        self.entries = entries
        self.total = total
        self.unread = unread
        self.kept = kept
    }

    public static let schema = ObjectSchema(
        "Inbox", "An inbox, retained: the newest entries that fit, and counts.",
        [
            Field("inbox", .text(InboxID.self), "Which."),
            Field("entries", .list(InboxEntry.self, 0...200), "The newest first."),
            Field("total", .count, "How many entries there are."),
            Field("unread", .count, "How many are unread."),
            Field("kept", .count, "How many are kept."),
        ])

    public static var samples: [Inbox] {
        [
            Inbox(
                inbox: .sample,
                entries: [
                    InboxEntry(
                        asset: "menu", added: .sample, expires: .sample, unread: true, kept: false, activation: .sample),
                    InboxEntry(asset: "map", added: .sample, unread: false, kept: true),
                ], total: 2, unread: 1, kept: 1)
        ]
    }
}
