import Schema

/// A line that a child wrote, as something to show.
enum ChildLine {
    /// Warnings and errors of our services (JSON lines), what others say of errors, and anything a crash leaves.
    /// - Returns: nil for what is of no interest.
    static func event(_ program: String, _ text: String) -> ViewEvent? {
        if let line = try? JSONValue.parse(Array(text.utf8)), let level = line["level"]?.stringValue {
            guard level == "warning" || level == "error" else { return nil }
            // What lifecycle says of its node it also publishes as an event, which is shown.
            if program == "lifecycle", line["label"]?.stringValue == "node" { return nil }
            return ViewEvent(
                kind: level == "error" ? .error : .warning, origin: program,
                subject: Printable.text(line["message"]?.stringValue ?? "", limit: 80),
                detail: Printable.text(fields(line), limit: 300))
        }
        let lower = text.lowercased()
        guard ["error", "fatal", "warning", "denied"].contains(where: { lower.contains($0) }) else { return nil }
        return ViewEvent(
            kind: .warning, origin: program, subject: "says", detail: Printable.text(text, limit: 300))
    }

    /// Any line in words: `warning: no connection to the broker reason=…`.
    static func text(_ text: String) -> String {
        guard let line = try? JSONValue.parse(Array(text.utf8)), let level = line["level"]?.stringValue else {
            return Printable.text(text, limit: 400)
        }
        return Printable.text("\(level): \(line["message"]?.stringValue ?? "") \(fields(line))", limit: 400)
    }

    private static func fields(_ line: JSONValue) -> String {
        let known: Set<String> = ["at", "level", "label", "message"]
        let fields = (line.objectValue ?? [:]).filter { !known.contains($0.key) }.sorted { $0.key < $1.key }
        return fields.map { "\($0.key)=\($0.value.stringValue ?? "\($0.value)")" }.joined(separator: " ")
    }
}
