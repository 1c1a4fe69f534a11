extension ValueType {
    /// A value that may be left out (`null`).
    public static func optional<Wrapped: Sendable>(_ type: ValueType<Wrapped>) -> ValueType
    where Value == Wrapped? {
        ValueType(
            expected: type.expected,
            parse: { node throws(ValueProblem) in node.isNull ? nil : try type.parse(node) },
            render: { $0.map(type.render) ?? "null" }, node: type.node)
    }

    /// A list of at most `limit` values. On the command line and in the environment: separated by commas.
    public static func list<Element: Sendable>(of type: ValueType<Element>, limit: Int = 64) -> ValueType
    where Value == [Element] {
        let expected = "a list of at most \(limit), each \(type.expected)"
        return ValueType(
            expected: expected,
            parse: { node throws(ValueProblem) in
                if node.isNull { return [] }
                guard case .sequence(let nodes) = node.content, nodes.count <= limit else {
                    throw ValueProblem(found: node.found, expected: expected, line: node.line)
                }
                var values: [Element] = []
                for node in nodes {
                    values.append(try type.parse(node))
                }
                return values
            },
            render: { "[" + $0.map(type.render).joined(separator: ", ") + "]" },
            node: { text in
                let parts = text.split(separator: ",").map { $0.trimmingSpaces() }
                return YAMLNode(.sequence(parts.map { YAMLNode(text: $0) }))
            })
    }

    /// A mapping of at most `limit` names to values. On the command line and in the environment: `name=value,…`.
    public static func map<Element: Sendable>(of type: ValueType<Element>, limit: Int = 1024) -> ValueType
    where Value == [String: Element] {
        let expected = "a mapping of at most \(limit) names, each to \(type.expected)"
        return ValueType(
            expected: expected,
            parse: { node throws(ValueProblem) in
                if node.isNull { return [:] }
                guard case .mapping(let pairs) = node.content, pairs.count <= limit else {
                    throw ValueProblem(found: node.found, expected: expected, line: node.line)
                }
                var values: [String: Element] = [:]
                for pair in pairs {
                    values[pair.key] = try type.parse(pair.value)
                }
                return values
            },
            render: { values in
                let pairs = values.sorted { $0.key < $1.key }
                return "{"
                    + pairs.map { "\(ScalarText.yaml($0.key)): \(type.render($0.value))" }
                    .joined(separator: ", ") + "}"
            },
            node: { text in
                var pairs: [YAMLNode.Pair] = []
                for part in text.split(separator: ",") {
                    let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    guard halves.count == 2 else { return YAMLNode(text: text) }
                    let value = YAMLNode(text: halves[1].trimmingSpaces())
                    pairs.append(YAMLNode.Pair(key: halves[0].trimmingSpaces(), line: 0, value: value))
                }
                return YAMLNode(.mapping(pairs))
            })
    }

    /// Any structure, for a service to read itself; it throws a `ValueProblem` with the line of the wrong part.
    public static func structure<Result: Sendable>(
        expected: String, parse: @escaping @Sendable (YAMLNode) throws(ValueProblem) -> Result
    ) -> ValueType where Value == Result? {
        ValueType(
            expected: expected,
            parse: { node throws(ValueProblem) in node.isNull ? nil : try parse(node) }, render: { _ in "null" })
    }
}

extension Substring {
    func trimmingSpaces() -> String {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
