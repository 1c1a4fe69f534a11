/// Writes log lines of one part of the program. Cheap to copy; a suppressed level costs one comparison.
public struct Logger: Sendable {
    /// The part of the program, such as `bus`.
    public let label: String
    /// Lines below are dropped.
    public let level: LogLevel
    private let sink: LogSink
    private let common: [LogField]

    /// - Parameter fields: added to every line.
    public init(_ label: String, level: LogLevel = .info, sink: LogSink, fields: [LogField] = []) {
        self.label = label
        self.level = level
        self.sink = sink
        common = fields
    }

    /// One that writes nothing, for tests.
    public static var silent: Logger {
        Logger(
            "silent", level: .error,
            sink: LogSink(format: .json, steadyNow: { 0 }, wallNow: { "" }, writer: { _ in }))
    }

    /// The same sink under another label, with further fields.
    public func named(_ label: String, _ fields: LogField...) -> Logger {
        Logger(label, level: level, sink: sink, fields: common + fields)
    }

    /// For whoever looks into the workings. The message is a fixed text: what differs goes into fields.
    public func debug(_ message: StaticString, _ fields: LogField...) {
        log(.debug, message, fields)
    }

    /// What a person who watches wants to see.
    public func info(_ message: StaticString, _ fields: LogField...) {
        log(.info, message, fields)
    }

    /// Somebody should look. The same message at most once a minute, with a count.
    public func warning(_ message: StaticString, _ fields: LogField...) {
        log(.warning, message, fields)
    }

    /// Something does not work. The same message at most once a minute, with a count.
    public func error(_ message: StaticString, _ fields: LogField...) {
        log(.error, message, fields)
    }

    /// Any level, fields as an array.
    public func log(_ level: LogLevel, _ message: StaticString, _ fields: [LogField]) {
        guard level >= self.level else { return }
        sink.log(LogLine(level: level, label: label, message: message.description, fields: common + fields))
    }

    /// Writes what repetitions are still unreported.
    public func flush() {
        sink.flush()
    }
}
