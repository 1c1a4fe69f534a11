/// A checked command line: which command with which values.
public struct Invocation: Sendable {
    public let command: Command
    /// The words that lead to the command: `["beaconctl", "beacons", "put"]`.
    public let path: [String]
    /// Options with their texts in order; flags have empty texts.
    public let options: [(name: String, text: String)]
    let positional: [String: [String]]

    /// Whether a flag was given.
    public subscript(_ flag: Flag) -> Bool {
        options.contains { $0.name == flag.name }
    }

    /// The value of an option; the last one if it was given several times, nil if it was not.
    public subscript<Value>(_ option: Option<Value>) -> Value? {
        options.last { $0.name == option.name }.flatMap { try? option.type.parse(text: $0.text) }
    }

    /// All values of an option, in order.
    public subscript<Value>(all option: Option<Value>) -> [Value] {
        options.compactMap { $0.name == option.name ? try? option.type.parse(text: $0.text) : nil }
    }

    /// The value of an argument of this command. Asking for one that the command does not declare is a programming error.
    public subscript<Value>(_ argument: Argument<Value>) -> Value {
        guard let value = try? argument.type.parse(text: positional[argument.name]?.first ?? "") else {
            preconditionFailure("The argument \(argument.name) is not declared by \(command.name).")
        }
        return value
    }

    /// The values of a repeated argument, in order.
    public subscript<Element>(_ argument: RepeatedArgument<Element>) -> [Element] {
        (positional[argument.name] ?? []).compactMap { try? argument.type.parse(text: $0) }
    }
}
