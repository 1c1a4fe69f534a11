/// Asks a node to start; answered with its outcome.
public struct StartCommand: Message, Equatable {

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
