/// The values a program runs with: defaults, overridden by the file, the environment and flags, in this order.
public struct Configuration: Sendable {
    private let values: [String: any Sendable]
    /// Names of keys that were given somewhere, in contrast to those that have their default.
    public let given: Set<String>

    init(values: [String: any Sendable], given: Set<String>) {
        self.values = values
        self.given = given
    }

    /// Whether the table this was loaded with has that key.
    public func has(_ key: some ConfigurationKey) -> Bool {
        values[key.name] != nil
    }

    /// The value of a key of the table this was loaded with. Asking for another key is a programming error.
    public subscript<Value: Sendable>(_ key: Key<Value>) -> Value {
        guard let value = values[key.name] as? Value else {
            preconditionFailure("The configuration key \(key.name) is not in the table.")
        }
        return value
    }
}
