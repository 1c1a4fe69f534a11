/// One key of the configuration file: its name, type, default and documentation.
///
/// The name is the whole path, `scanner.batch.window`; the first part is the section.
/// The environment variable `BEACONBUS_SCANNER_BATCH_WINDOW` and, where there is one, the flag override the file.
public struct Key<Value: Sendable>: ConfigurationKey {
    public let name: String
    public let type: ValueType<Value>
    /// nil = the key must be given.
    public let defaultValue: Value?
    public let flag: String?
    public let documentation: String
    /// What `--print-config` shows for a key without a default.
    public let example: String?

    /// A key with a default.
    /// - Parameters:
    ///   - flag: the name of a command line flag without dashes, nil = none.
    ///   - documentation: one sentence that ends with a full stop.
    public init(
        _ name: String, _ type: ValueType<Value>, default defaultValue: Value, flag: String? = nil,
        _ documentation: String
    ) {
        self.name = name
        self.type = type
        self.defaultValue = defaultValue
        self.flag = flag
        self.documentation = documentation
        self.example = nil
    }

    /// A key that must be given. `example` stands in the printed template.
    public init(
        required name: String, _ type: ValueType<Value>, example: Value, flag: String? = nil,
        _ documentation: String
    ) {
        self.name = name
        self.type = type
        self.defaultValue = nil
        self.flag = flag
        self.documentation = documentation
        self.example = type.render(example)
    }

    public var expected: String { type.expected }

    public var defaultText: String? { defaultValue.map(type.render) }

    public var defaultAny: (any Sendable)? { defaultValue }

    public func read(_ node: YAMLNode) throws(ValueProblem) -> any Sendable {
        try type.parse(node)
    }

    public func node(_ text: String) -> YAMLNode {
        type.node(text)
    }
}

/// A `Key` whatever the type of its value.
public protocol ConfigurationKey: Sendable {
    var name: String { get }
    /// Completes the sentence "expected …".
    var expected: String { get }
    /// The default as YAML; nil = the key must be given.
    var defaultText: String? { get }
    /// The default itself.
    var defaultAny: (any Sendable)? { get }
    var example: String? { get }
    var flag: String? { get }
    var documentation: String { get }
    func read(_ node: YAMLNode) throws(ValueProblem) -> any Sendable
    func node(_ text: String) -> YAMLNode
}

extension ConfigurationKey {
    /// The first part of the name.
    public var section: String {
        String(name.prefix { $0 != "." })
    }

    /// `scanner.batch.maxEntries` → `BEACONBUS_SCANNER_BATCH_MAX_ENTRIES`.
    public var environmentVariable: String {
        var result = "BEACONBUS_"
        for character in name {
            if character == "." {
                result += "_"
            } else if character.isUppercase {
                result += "_" + String(character)
            } else {
                result += character.uppercased()
            }
        }
        return result
    }
}
