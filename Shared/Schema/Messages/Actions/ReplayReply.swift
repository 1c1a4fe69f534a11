/// The answer to replay, after the last action was published.
public struct ReplayReply: Message, Equatable {
    /// How many were published.
    public var count: Int64
    /// The number of the last; ask again with this as after.
    public var last: Int64
    /// Whether there are further ones.
    public var more: Bool

    /// Each argument is the field of its name.
    public init(
        count: Int64, last: Int64, more: Bool
    ) {
        self.count = count
        self.last = last
        self.more = more
    }

    public static let schema = ObjectSchema(
        "ReplayReply", "The answer to replay, after the last action was published.",
        [
            Field("count", .count, "How many were published."),
            Field("last", .count, "The number of the last; ask again with this as after."),
            Field("more", .boolean, "Whether there are further ones."),
        ])

    public static var samples: [ReplayReply] {
        [
            ReplayReply(count: 4, last: 8, more: false)
        ]
    }
}
