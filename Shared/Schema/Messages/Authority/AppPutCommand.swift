/// Adds or changes an app; what is absent stays as it is.
public struct AppPutCommand: Message, Equatable {
    /// The app.
    public var app: AppID
    /// How it judges tokens; needed for a new app.
    public var validator: ValidatorDefinition?
    /// Whether nodes may enrol with it; true for a new one.
    public var enabled: Bool?
    /// Greatest life of a certificate, ms.
    public var life: Int64?

    /// Each argument is the field of its name.
    public init(
        app: AppID, validator: ValidatorDefinition? = nil, enabled: Bool? = nil, life: Int64? = nil
    ) {
        self.app = app
        self.validator = validator
        self.enabled = enabled
        self.life = life
    }

    public static let schema = ObjectSchema(
        "AppPutCommand", "Adds or changes an app; what is absent stays as it is.",
        [
            Field("app", .text(AppID.self), "The app."),
            Field(
                "validator", .object(ValidatorDefinition.self), .optional, "How it judges tokens; needed for a new app."
            ),
            Field("enabled", .boolean, .optional, "Whether nodes may enrol with it; true for a new one."),
            Field("life", .count, .optional, "Greatest life of a certificate, ms."),
        ])

    public static var samples: [AppPutCommand] {
        ValidatorDefinition.examples.map {
            AppPutCommand(app: .sample, validator: $0, enabled: true, life: 7_776_000_000)
        }
    }
}
