/// Asks for the apps.
public struct AppListCommand: Message, Equatable {

    /// It says all by its topic.
    public init() {}

    public static let schema = ObjectSchema(
        "AppListCommand", "Asks for the apps.",
        [])

    public static var samples: [AppListCommand] {
        [
            AppListCommand()
        ]
    }
}
