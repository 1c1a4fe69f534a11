/// The answer to configure.
public struct ConfigureReply: Message, Equatable {
    /// The revision of the desired configuration.
    public var revision: Int64

    /// Each argument is the field of its name.
    public init(
        revision: Int64
    ) {
        self.revision = revision
    }

    public static let schema = ObjectSchema(
        "ConfigureReply", "The answer to configure.",
        [
            Field("revision", .count, "The revision of the desired configuration.")
        ])

    public static var samples: [ConfigureReply] {
        [
            ConfigureReply(revision: 13)
        ]
    }
}
