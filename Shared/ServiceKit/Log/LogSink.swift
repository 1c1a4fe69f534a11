internal import Glibc
internal import Schema
internal import Synchronization

/// Where log lines go: formatted and limited, written with one `write` each.
public final class LogSink: Sendable {
    private let format: LogFormat
    private let colour: Bool
    private let limiter = Mutex(RepeatLimiter())
    private let writer: @Sendable (String) -> Void
    private let steadyNow: @Sendable () -> Int64
    private let wallNow: @Sendable () -> String

    /// To standard error. `.auto` looks whether that is a terminal.
    public convenience init(format: LogFormat) {
        let terminal = isatty(2) == 1
        self.init(
            format: format == .auto ? (terminal ? .text : .json) : format, colour: terminal,
            steadyNow: { Instant.now().nanoseconds }, wallNow: { WallTime.now().description },
            writer: { StandardStream.error.write($0) })
    }

    /// For tests: clocks and writer come from outside. `.auto` counts as `.json`.
    public init(
        format: LogFormat, colour: Bool = false, steadyNow: @escaping @Sendable () -> Int64,
        wallNow: @escaping @Sendable () -> String, writer: @escaping @Sendable (String) -> Void
    ) {
        self.format = format
        self.colour = colour
        self.steadyNow = steadyNow
        self.wallNow = wallNow
        self.writer = writer
    }

    func log(_ line: LogLine) {
        let now = steadyNow()
        write(limiter.withLock { $0.admit(line, now: now) })
    }

    /// Writes what repetitions are still unreported. Called at the end of a process.
    public func flush() {
        write(limiter.withLock { $0.due(now: .max) })
    }

    private func write(_ lines: [LogLine]) {
        guard !lines.isEmpty else { return }
        let time = wallNow()
        for line in lines {
            writer((format == .text ? line.text(time: time, colour: colour) : line.json(time: time)) + "\n")
        }
    }
}
