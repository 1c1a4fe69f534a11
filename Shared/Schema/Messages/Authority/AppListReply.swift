/// All apps.
public struct AppListReply: Message, Equatable {
    /// In order of their names.
    public var apps: [AppEntry]

    /// Each argument is the field of its name.
    public init(
        apps: [AppEntry]
    ) {
        self.apps = apps
    }

    public static let schema = ObjectSchema(
        "AppListReply", "All apps.",
        [
            Field("apps", .list(AppEntry.self, 0...64), "In order of their names.")
        ])

    public static var samples: [AppListReply] {
        [
            AppListReply(
                apps: ValidatorDefinition.examples.map {
                    AppEntry(app: .sample, validator: $0, enabled: true, life: 1, nodes: 3)
                })
        ]
    }
}
