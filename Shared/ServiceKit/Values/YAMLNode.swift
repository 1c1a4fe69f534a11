/// One value of a configuration file, with the place it stands at.
public struct YAMLNode: Sendable {
    /// What the value is.
    public enum Content: Sendable {
        /// A single value. `quoted` tells `"1"` from `1`; an unquoted empty, `~` or `null` one is a null.
        case scalar(String, quoted: Bool)
        case sequence([YAMLNode])
        /// Pairs in the order of the file; keys are unique.
        case mapping([Pair])
    }

    /// A key of a mapping with its value.
    public struct Pair: Sendable {
        public let key: String
        /// 1-based line of the key.
        public let line: Int
        public let value: YAMLNode

        public init(key: String, line: Int, value: YAMLNode) {
            self.key = key
            self.line = line
            self.value = value
        }
    }

    public let content: Content
    /// 1-based; 0 where the value does not come from a file.
    public let line: Int

    public init(_ content: Content, line: Int = 0) {
        self.content = content
        self.line = line
    }

    /// A quoted scalar from a flag or an environment variable.
    public init(text: String) {
        self.init(.scalar(text, quoted: false))
    }

    /// The text of a scalar; nil for lists and mappings.
    public var text: String? {
        if case .scalar(let text, _) = content { text } else { nil }
    }

    /// Whether it stands for "no value".
    public var isNull: Bool {
        guard case .scalar(let text, quoted: false) = content else { return false }
        return text.isEmpty || text == "~" || text == "null"
    }

    /// How an error names the value: scalars in quotes and shortened, others by their kind.
    public var found: String {
        switch content {
        case .scalar: isNull ? "empty" : Quoted.text(text ?? "")
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}
