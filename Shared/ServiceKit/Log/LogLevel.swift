/// How important a log line is.
public enum LogLevel: String, CaseIterable, Comparable, Sendable {
    /// For whoever looks into the workings.
    case debug
    /// What a person who watches wants to see.
    case info
    /// Somebody should look.
    case warning
    /// Something does not work.
    case error

    public static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .warning: 2
        case .error: 3
        }
    }
}
