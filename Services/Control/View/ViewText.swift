import Glibc
import Schema

/// An event as a line of text.
enum ViewText {
    /// `17:03:12.123  demo      active    Front desk (ibeacon b9f7e2c4… 1 1)  arrived, near, 1.4 m, -61 dBm`.
    static func line(_ event: ViewEvent, _ time: WallTime, colour: Bool) -> String {
        let word = Printable.padded(event.kind.rawValue, 8)
        let subject = Printable.padded(event.subject, 42)
        let start = "\(localTime(time))  \(Printable.padded(event.origin, 10))"
        let rest = "\(subject)  \(event.detail)"
        guard colour else { return "\(start)  \(word)  \(rest)".trimmingEnd() }
        let text = event.isMinor ? "\u{1b}[2m\(rest)\u{1b}[0m" : rest
        return "\u{1b}[2m\(start)\u{1b}[0m  \(event.kind.colour)\(word)\u{1b}[0m  \(text)"
    }

    /// The time of day here, with milliseconds.
    static func localTime(_ time: WallTime) -> String {
        var seconds = time_t(time.milliseconds / 1000)
        var parts = tm()
        localtime_r(&seconds, &parts)
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let fraction = String(1000 + abs(time.milliseconds % 1000)).dropFirst()
        return clock.joined(separator: ":") + "." + fraction
    }
}

extension ViewEvent.Kind {
    fileprivate var colour: String {
        switch self {
        case .active: "\u{1b}[32m"
        case .inactive: "\u{1b}[33m"
        case .changed: "\u{1b}[36m"
        case .node, .service: "\u{1b}[34m"
        case .action: "\u{1b}[1;35m"
        case .outcome, .metadata, .note: "\u{1b}[2m"
        case .warning: "\u{1b}[1;33m"
        case .error: "\u{1b}[1;31m"
        }
    }
}

extension String {
    fileprivate func trimmingEnd() -> String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
