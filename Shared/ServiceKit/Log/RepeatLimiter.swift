/// Lets the same message through at most once a minute and counts the rest. Time is nanoseconds of any steady clock.
struct RepeatLimiter {
    private struct Entry {
        var windowEnd: Int64
        var passed: Int
        var suppressed: Int
        var last: LogLine
    }

    private var entries: [String: Entry] = [:]
    private let window: Int64 = 60_000_000_000
    private let limit = 512

    /// Lines to write now: the given one unless it is a repetition, and older ones whose minute is over.
    /// Warnings and errors pass once a minute, informational lines `infoBurst` times; debug lines always.
    mutating func admit(_ line: LogLine, now: Int64, infoBurst: Int = 20) -> [LogLine] {
        guard line.level > .debug else { return [line] }
        let key = Self.key(line)
        if var entry = entries[key], now < entry.windowEnd {
            if entry.passed < (line.level == .info ? infoBurst : 1) {
                entry.passed += 1
                entries[key] = entry
                return [line]
            }
            entry.suppressed += 1
            entry.last = line
            entries[key] = entry
            return []
        }
        let suppressed = entries[key]?.suppressed ?? 0
        entries[key] = nil
        var lines = due(now: now)
        if entries.count < limit {
            entries[key] = Entry(windowEnd: now + window, passed: 1, suppressed: 0, last: line)
        }
        lines.append(
            LogLine(
                level: line.level, label: line.label, message: line.message, fields: line.fields,
                suppressed: suppressed))
        return lines
    }

    /// Repetitions that nobody has reported yet and whose minute is over; all of them with `.max`.
    mutating func due(now: Int64) -> [LogLine] {
        var lines: [LogLine] = []
        for (key, entry) in entries where entry.windowEnd <= now {
            entries[key] = nil
            guard entry.suppressed > 0 else { continue }
            lines.append(
                LogLine(
                    level: entry.last.level, label: entry.last.label, message: entry.last.message,
                    fields: entry.last.fields, suppressed: entry.suppressed - 1))
        }
        return lines.sorted { ($0.label, $0.message) < ($1.label, $1.message) }
    }

    private static func key(_ line: LogLine) -> String {
        let code = line.fields.first { $0.key == "code" }
        guard case .text(let text)? = code?.value else { return "\(line.label) \(line.message)" }
        return "\(line.label) \(line.message) \(text)"
    }
}
