/// How log lines look.
public enum LogFormat: String, CaseIterable, Sendable {
    /// Text on a terminal, JSON otherwise.
    case auto
    /// For people.
    case text
    /// One JSON object a line.
    case json
}

extension LogLine {
    /// `2026-11-30T17:00:00.000Z warning bus: message key=value`, without a newline.
    func text(time: String, colour: Bool) -> String {
        var line = time + " "
        let level = level.rawValue + String(repeating: " ", count: 7 - level.rawValue.count)
        line += colour ? "\(self.level.colour)\(level)\u{1b}[0m" : level
        line += " \(label): \(message)"
        for field in fields {
            line += " \(field.key)="
            switch field.value {
            case .text(let text):
                let plain = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != 0x22 && $0 != 0x3d }
                line += plain ? text : Quoted.text(text, limit: 1024)
            case .integer(let value): line += String(value)
            case .number(let value): line += Decimal.text(value)
            case .boolean(let value): line += value ? "true" : "false"
            }
        }
        if suppressed > 0 { line += " suppressed=\(suppressed)" }
        return line
    }

    /// One JSON object, without a newline. Valid for any text.
    func json(time: String) -> String {
        var json = "{\"at\":\"\(time)\",\"level\":\"\(level.rawValue)\",\"label\":"
        JSONText.append(label, to: &json)
        json += ",\"message\":"
        JSONText.append(message, to: &json)
        for field in fields {
            json += ","
            JSONText.append(field.key, to: &json)
            json += ":"
            switch field.value {
            case .text(let text): JSONText.append(text, to: &json)
            case .integer(let value): json += String(value)
            case .number(let value): json += value.isFinite ? Decimal.text(value) : "null"
            case .boolean(let value): json += value ? "true" : "false"
            }
        }
        if suppressed > 0 { json += ",\"suppressed\":\(suppressed)" }
        return json + "}"
    }
}

extension LogLevel {
    fileprivate var colour: String {
        switch self {
        case .debug: "\u{1b}[2m"
        case .info: "\u{1b}[32m"
        case .warning: "\u{1b}[33m"
        case .error: "\u{1b}[31m"
        }
    }
}

/// Writing JSON strings.
enum JSONText {
    /// Appends `text` in quotes with everything escaped that must be, and nothing that would break a line.
    static func append(_ text: String, to json: inout String, limit: Int = 4096) {
        json += "\""
        var count = 0
        for scalar in text.unicodeScalars {
            count += 1
            if count > limit {
                json += "…"
                break
            }
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case "\n": json += "\\n"
            case "\r": json += "\\r"
            case "\t": json += "\\t"
            case _
            where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
                || scalar.value == 0x2028 || scalar.value == 0x2029:
                let hex = String(scalar.value, radix: 16)
                json += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: json.unicodeScalars.append(scalar)
            }
        }
        json += "\""
    }
}
