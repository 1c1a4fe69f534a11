import ServiceKit

/// One line on the terminal that shows how far something is; nothing at all where nobody watches.
struct ProgressBar {
    private let stream: StandardStream
    private let isShown: Bool
    private let width = 30
    private var last = ""

    /// - Parameter stream: where it is drawn, if that is a terminal.
    init(stream: StandardStream) {
        self.stream = stream
        isShown = stream.isTerminal
    }

    /// The line for a state, without the line end.
    /// - Parameters:
    ///   - fraction: how much is done, 0…1; nil where the whole is not known.
    ///   - rows: how many rows that is.
    ///   - seconds: how long it took so far.
    static func text(fraction: Double?, rows: Int, seconds: Double, width: Int = 30) -> String {
        let rate = seconds > 0.2 ? "  \(Int(Double(rows) / seconds)) rows/s" : ""
        guard let fraction else { return "\(rows) rows\(rate)" }
        let part = min(max(fraction, 0), 1)
        let filled = Int(part * Double(width))
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        return "[\(bar)] \(Int(part * 100)) %  \(rows) rows\(rate)"
    }

    /// Draws the state over the one before.
    mutating func show(fraction: Double?, rows: Int, seconds: Double) {
        guard isShown else { return }
        let text = Self.text(fraction: fraction, rows: rows, seconds: seconds, width: width)
        guard text != last else { return }
        let blanks = String(repeating: " ", count: max(0, last.count - text.count))
        stream.write("\r\(text)\(blanks)")
        last = text
    }

    /// Ends the line.
    mutating func finish() {
        if isShown, !last.isEmpty { stream.write("\n") }
        last = ""
    }
}
