/// Asks for records by pages, in order of their ids.
public struct ListCommand: Message, Equatable {
    /// Begin behind this id.
    public var after: BeaconID?
    /// At most so many; 100 unless said.
    public var limit: Int64?
    /// Only ids that begin so.
    public var prefix: String?

    /// Each argument is the field of its name.
    public init(
        after: BeaconID? = nil, limit: Int64? = nil, prefix: String? = nil
    ) {
        self.after = after
        self.limit = limit
        self.prefix = prefix
    }

    public static let schema = ObjectSchema(
        "ListCommand", "Asks for records by pages, in order of their ids.",
        [
            Field("after", .text(BeaconID.self), .optional, "Begin behind this id."),
            Field("limit", .integer(1...200), .optional, "At most so many; 100 unless said."),
            Field("prefix", .string(maximumLength: 96), .optional, "Only ids that begin so."),
        ])

    public static var samples: [ListCommand] {
        [
            ListCommand(after: .sample, limit: 50, prefix: "ibeacon-"),
            ListCommand(),
        ]
    }
}
