/// Something given by its place.
public protocol CommandArgument: Sendable {
    /// In capitals, as the help shows it.
    var name: String { get }
    /// One sentence that ends with a full stop.
    var documentation: String { get }
    /// Whether it takes all that is left; such a one is the last.
    var isRepeated: Bool { get }
    /// Whether it may be left out.
    var isOptional: Bool { get }
    /// Refuses a wrong value.
    func check(_ text: String) throws(ValueProblem)
}

/// One value by its place. With an `.optional` type it may be left out.
public struct Argument<Value: Sendable>: CommandArgument {
    public let name: String
    public let type: ValueType<Value>
    public let documentation: String
    public var isRepeated: Bool { false }

    public init(_ name: String, _ type: ValueType<Value>, _ documentation: String) {
        self.name = name
        self.type = type
        self.documentation = documentation
    }

    public var isOptional: Bool { (try? type.parse(text: "")) != nil }

    public func check(_ text: String) throws(ValueProblem) {
        _ = try type.parse(text: text)
    }
}

/// All values that are left, none allowed.
public struct RepeatedArgument<Element: Sendable>: CommandArgument {
    public let name: String
    public let type: ValueType<Element>
    public let documentation: String
    public var isRepeated: Bool { true }
    public var isOptional: Bool { true }

    public init(_ name: String, _ type: ValueType<Element>, _ documentation: String) {
        self.name = name
        self.type = type
        self.documentation = documentation
    }

    public func check(_ text: String) throws(ValueProblem) {
        _ = try type.parse(text: text)
    }
}
