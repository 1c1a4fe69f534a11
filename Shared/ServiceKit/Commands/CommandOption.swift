/// Something given as `--name` or `--name VALUE`.
public protocol CommandOption: Sendable {
    /// Without dashes.
    var name: String { get }
    /// What stands for the value in the help, such as `FILE`; nil = it takes none.
    var placeholder: String? { get }
    /// One sentence that ends with a full stop.
    var documentation: String { get }
    /// Refuses a wrong value.
    func check(_ text: String) throws(ValueProblem)
}

/// An option without a value: given or not.
public struct Flag: CommandOption {
    public let name: String
    public let documentation: String
    public var placeholder: String? { nil }

    public init(_ name: String, _ documentation: String) {
        self.name = name
        self.documentation = documentation
    }

    public func check(_ text: String) {}
}

/// An option with a value.
public struct Option<Value: Sendable>: CommandOption {
    public let name: String
    public let placeholder: String?
    public let type: ValueType<Value>
    public let documentation: String

    /// - Parameter placeholder: what stands for the value in the help, such as `FILE`.
    public init(_ name: String, _ placeholder: String, _ type: ValueType<Value>, _ documentation: String) {
        self.name = name
        self.placeholder = placeholder
        self.type = type
        self.documentation = documentation
    }

    public func check(_ text: String) throws(ValueProblem) {
        _ = try type.parse(text: text)
    }
}

/// A configuration key given on the command line. Its value is checked when the configuration is loaded.
public struct KeyOption: CommandOption {
    public let name: String
    public let placeholder: String?
    public let documentation: String

    /// nil if the key has no flag.
    public init?(_ key: any ConfigurationKey) {
        guard let flag = key.flag else { return nil }
        name = flag
        placeholder = Self.placeholder(flag)
        let fallback = key.defaultText.map { $0 == "null" ? "" : " Default: \($0)." } ?? ""
        documentation = key.documentation + fallback
    }

    private static func placeholder(_ flag: String) -> String {
        switch flag {
        case "broker", "http": "HOST:PORT"
        case "data-dir": "DIR"
        default: String(flag.split(separator: "-").last ?? "value").uppercased()
        }
    }

    public func check(_ text: String) {}
}
