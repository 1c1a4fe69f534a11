/// Makes a new key for the questions to a validator; the old one is good for ten more minutes.
public struct AppSecretCommand: Message, Equatable {
    /// The app.
    public var app: AppID

    /// Each argument is the field of its name.
    public init(
        app: AppID
    ) {
        self.app = app
    }

    public static let schema = ObjectSchema(
        "AppSecretCommand",
        "Makes a new key for the questions to a validator; the old one is good for ten more minutes.",
        [
            Field("app", .text(AppID.self), "The app.")
        ])

    public static var samples: [AppSecretCommand] {
        [
            AppSecretCommand(app: .sample)
        ]
    }
}
