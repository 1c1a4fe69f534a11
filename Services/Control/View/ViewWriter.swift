import Schema
import ServiceKit
import Synchronization

/// Writes events for a person, or as JSON lines for a program. On a terminal the last line shows how things stand.
final class ViewWriter: Sendable {
    enum Style: Sendable {
        /// Colours and a status line that is redrawn.
        case terminal
        /// One line for each event.
        case plain
        /// One JSON object for each event.
        case json
    }

    let style: Style
    private let stream: StandardStream
    private let status = Mutex("")

    init(json: Bool, stream: StandardStream = .output) {
        self.stream = stream
        let colours = stream.isTerminal && ProcessEnvironment.variables["NO_COLOR"] == nil
        style = json ? .json : colours ? .terminal : .plain
    }

    /// Writes one event.
    func write(_ event: ViewEvent, at time: WallTime = .now()) {
        switch style {
        case .json: stream.write(Self.json(event, time) + "\n")
        case .plain: stream.write(ViewText.line(event, time, colour: false) + "\n")
        case .terminal:
            // One write, so that nothing comes between line and status line.
            let last = status.withLock { $0 }
            stream.write("\r\u{1b}[K" + ViewText.line(event, time, colour: true) + "\n" + last)
        }
    }

    /// Replaces the status line; only a terminal shows it.
    func show(status text: String) {
        guard style == .terminal else { return }
        let line = "\u{1b}[2m\(Printable.text(text, limit: 118))\u{1b}[0m"
        let changed = status.withLock { status in
            defer { status = line }
            return status != line
        }
        if changed { stream.write("\r\u{1b}[K" + line) }
    }

    /// Ends the status line.
    func finish() {
        guard style == .terminal else { return }
        status.withLock { $0 = "" }
        stream.write("\r\u{1b}[K")
    }

    /// Writes text as it is; not in JSON style.
    func plain(_ text: String) {
        guard style != .json else { return }
        stream.write(text)
    }

    /// Writes a JSON document on one line; only in JSON style.
    func document(_ value: JSONValue) {
        guard style == .json else { return }
        stream.write(Printable.json(value) + "\n")
    }

    private static func json(_ event: ViewEvent, _ time: WallTime) -> String {
        let value: JSONValue = [
            "at": .string(time.description), "event": .string(event.kind.rawValue), "origin": .string(event.origin),
            "subject": .string(event.subject), "detail": .string(event.detail),
        ]
        return Printable.json(value)
    }
}
