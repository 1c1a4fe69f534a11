/// Asks a node to stop; answered with its outcome.
public struct StopCommand: Message, Equatable {

    /// Nothing but what it is.
    public init() {}

    public static let schema = ObjectSchema(
        "StopCommand", "Asks a node to stop; answered with its outcome.",
        [])

    public static var samples: [StopCommand] {
        [
            StopCommand()
        ]
    }
}
