/// The tokens; shown this once.
public struct TokenCreateReply: Message, Equatable {
    /// The tokens.
    public var tokens: [String]
    /// Until when they are good.
    public var notAfter: WallTime

    /// Each argument is the field of its name.
    public init(
        tokens: [String], notAfter: WallTime
    ) {
        self.tokens = tokens
        self.notAfter = notAfter
    }

    public static let schema = ObjectSchema(
        "TokenCreateReply", "The tokens; shown this once.",
        [
            Field("tokens", .array(.string(maximumLength: 64), 1...100), "The tokens."),
            Field("notAfter", .time, "Until when they are good."),
        ])

    public static var samples: [TokenCreateReply] {
        [
            TokenCreateReply(tokens: ["…"], notAfter: .sample)
        ]
    }
}
