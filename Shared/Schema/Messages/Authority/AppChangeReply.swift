/// The app as it is now.
public struct AppChangeReply: Message, Equatable {
    /// The app.
    public var entry: AppEntry
    /// http: the new key its questions are signed with (HMAC-SHA256), base64; shown this once.
    public var secret: String?
    /// What is left to do before tokens can be judged; absent where nothing is.
    public var advice: String?
    /// Whether the broker has taken over who may judge tokens; absent where that has not changed.
    public var applied: Bool?

    /// Each argument is the field of its name.
    public init(
        entry: AppEntry, secret: String? = nil, advice: String? = nil, applied: Bool? = nil
    ) {
        self.entry = entry
        self.secret = secret
        self.advice = advice
        self.applied = applied
    }

    public static let schema = ObjectSchema(
        "AppChangeReply", "The app as it is now.",
        [
            Field("entry", .object(AppEntry.self), "The app."),
            Field(
                "secret", .string(maximumLength: 128), .optional,
                "http: the new key its questions are signed with (HMAC-SHA256), base64; shown this once."),
            Field(
                "advice", .string(maximumLength: 2048), .optional,
                "What is left to do before tokens can be judged; absent where nothing is."),
            Field(
                "applied", .boolean, .optional,
                "Whether the broker has taken over who may judge tokens; absent where that has not changed."),
        ])

    public static var samples: [AppChangeReply] {
        ValidatorDefinition.examples.map {
            AppChangeReply(
                entry: AppEntry(app: .sample, validator: $0, enabled: true, life: 1, nodes: 3), secret: "c2VjcmV0",
                advice: "obs.home.visits has no certificate yet.", applied: true)
        }
    }
}
