/// Asks a node to start; answered with its outcome.
public struct StartCommand: Message, Equatable {

    /// Nothing but what it is.
    public init() {}

    public static let schema = ObjectSchema(
        "StartCommand", "Asks a node to start; answered with its outcome.",
        [])

    public static var samples: [StartCommand] {
        [
            StartCommand()
        ]
    }
}
