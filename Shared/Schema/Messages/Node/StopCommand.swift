/// Asks a node to stop; answered with its outcome.
public struct StopCommand: Message, Equatable {

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
