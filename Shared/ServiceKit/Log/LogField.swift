/// A named value in a log line.
public struct LogField: Sendable, Equatable {
    /// What a field can hold.
    public enum Value: Sendable, Equatable {
        case text(String)
        case integer(Int64)
        case number(Double)
        case boolean(Bool)
    }

    /// camelCase.
    public let key: String
    public let value: Value

    public init(_ key: String, _ value: Value) {
        self.key = key
        self.value = value
    }

    /// Text under a name of your own.
    public static func text(_ key: StaticString, _ value: String) -> LogField {
        LogField(key.description, .text(value))
    }

    /// A number under a name of your own.
    public static func count(_ key: StaticString, _ value: some BinaryInteger) -> LogField {
        LogField(key.description, .integer(Int64(clamping: value)))
    }

    /// A decimal number under a name of your own.
    public static func number(_ key: StaticString, _ value: Double) -> LogField {
        LogField(key.description, .number(value))
    }

    /// True or false under a name of your own.
    public static func flag(_ key: StaticString, _ value: Bool) -> LogField {
        LogField(key.description, .boolean(value))
    }

    /// A span in milliseconds; the key should end in nothing (ms are the unit of all durations).
    public static func duration(_ key: StaticString, _ value: Duration) -> LogField {
        let (seconds, attoseconds) = value.components
        return LogField(key.description, .number(Double(seconds) * 1000 + Double(attoseconds) / 1e15))
    }

    public static func node(_ value: String) -> LogField { LogField("node", .text(value)) }
    public static func site(_ value: String) -> LogField { LogField("site", .text(value)) }
    public static func beacon(_ value: String) -> LogField { LogField("beacon", .text(value)) }
    public static func activation(_ value: String) -> LogField { LogField("activation", .text(value)) }
    public static func run(_ value: String) -> LogField { LogField("run", .text(value)) }
    public static func topic(_ value: String) -> LogField { LogField("topic", .text(value)) }
    public static func path(_ value: String) -> LogField { LogField("path", .text(value)) }
    public static func source(_ value: String) -> LogField { LogField("source", .text(value)) }
    public static func service(_ value: String) -> LogField { LogField("service", .text(value)) }
    /// A stable error code; messages with different codes are limited apart.
    public static func code(_ value: String) -> LogField { LogField("code", .text(value)) }
    public static func reason(_ value: String) -> LogField { LogField("reason", .text(value)) }
    /// What to do about it.
    public static func suggestion(_ value: String) -> LogField { LogField("suggestion", .text(value)) }
    /// Any error through its description. Errors of this project do not contain secrets.
    public static func error(_ value: any Error) -> LogField { LogField("error", .text("\(value)")) }
}
