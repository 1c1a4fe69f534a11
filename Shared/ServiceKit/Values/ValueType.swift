/// A type of value that configuration keys, flags and arguments can have: how to read, describe and print it.
public struct ValueType<Value: Sendable>: Sendable {
    /// What a right value is, for errors and documentation: `a duration from 1s to 1h`.
    public let expected: String
    /// Makes a value from a node, or says what is wrong.
    public let parse: @Sendable (YAMLNode) throws(ValueProblem) -> Value
    /// The value as YAML on one line; parsing it gives the value again.
    public let render: @Sendable (Value) -> String
    /// Splits the text of a flag or an environment variable into a node; lists take commas.
    public let node: @Sendable (String) -> YAMLNode

    /// - Parameters:
    ///   - expected: completes the sentence "expected …".
    ///   - node: nil = the text is one scalar.
    public init(
        expected: String, parse: @escaping @Sendable (YAMLNode) throws(ValueProblem) -> Value,
        render: @escaping @Sendable (Value) -> String, node: (@Sendable (String) -> YAMLNode)? = nil
    ) {
        self.expected = expected
        self.parse = parse
        self.render = render
        self.node = node ?? { YAMLNode(text: $0) }
    }

    /// A type that is written as one scalar. `read` returns nil for what is not acceptable.
    public init(
        scalar expected: String, read: @escaping @Sendable (String) -> Value?,
        render: @escaping @Sendable (Value) -> String
    ) {
        self.init(
            expected: expected,
            parse: { node throws(ValueProblem) in
                guard let text = node.text, !node.isNull, let value = read(text) else {
                    throw ValueProblem(found: node.found, expected: expected, line: node.line)
                }
                return value
            }, render: render)
    }

    /// Reads the text of a flag, an argument or an environment variable.
    public func parse(text: String) throws(ValueProblem) -> Value {
        try parse(node(text))
    }
}
