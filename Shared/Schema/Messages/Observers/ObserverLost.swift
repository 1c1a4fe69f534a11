/// An observer's will: the connection of that name is gone.
public struct ObserverLost: Message, Equatable {
    /// The same as in its registration.
    public var connection: String?

    /// Each argument is the field of its name.
    public init(
        connection: String? = nil
    ) {
        self.connection = connection
    }

    public static let schema = ObjectSchema(
        "ObserverLost", "An observer's will: the connection of that name is gone.",
        [
            Field("connection", .string(maximumLength: 128), .optional, "The same as in its registration.")
        ])

    public static var samples: [ObserverLost] {
        [
            ObserverLost(connection: "c-81"),
            ObserverLost(),
        ]
    }
}
