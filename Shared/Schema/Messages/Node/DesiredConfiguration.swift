/// The configuration a node should have, retained (D20).
public struct DesiredConfiguration: Message, Equatable {
    /// Rises with each change.
    public var revision: Int64
    /// Configuration keys and their values.
    public var configuration: [String: JSONValue]

    /// Each argument is the field of its name.
    public init(
        revision: Int64, configuration: [String: JSONValue]
    ) {
        self.revision = revision
        self.configuration = configuration
    }

    public static let schema = ObjectSchema(
        "DesiredConfiguration", "The configuration a node should have, retained (D20).",
        [
            Field("revision", .count, "Rises with each change."),
            Field("configuration", .dictionary(.any, maximumCount: 256), "Configuration keys and their values."),
        ])

    public static var samples: [DesiredConfiguration] {
        [
            DesiredConfiguration(revision: 12, configuration: ["tracking.timeout": "45s", "readings.interval": 2])
        ]
    }
}
