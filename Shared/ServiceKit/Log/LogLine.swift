/// One log line before it is written.
public struct LogLine: Sendable, Equatable {
    public let level: LogLevel
    /// The part of the program it comes from.
    public let label: String
    public let message: String
    public let fields: [LogField]
    /// How many equal messages were left out before this one.
    public let suppressed: Int

    public init(level: LogLevel, label: String, message: String, fields: [LogField], suppressed: Int = 0) {
        self.level = level
        self.label = label
        self.message = message
        self.fields = fields
        self.suppressed = suppressed
    }
}
