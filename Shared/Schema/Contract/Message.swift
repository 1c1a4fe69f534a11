/// A message's body. The head travels in the same JSON object and is no part of it.
public protocol Message: SchemaObject {
    /// Examples with every field, and with the fewest; what the contract's tests and documents use.
    static var samples: [Self] { get }
}
