import Schema

/// Makes few lines of many refusals: the first of an asker for a reason is a line of its own, and those that follow within
/// a minute are one line with their number. A value; time comes in as an argument.
///
/// Bounded: of ``maximum`` askers and reasons at a time; beyond that the oldest one's line is written early.
struct RefusalTally {
    static let span = Duration.seconds(60)
    static let maximum = 1_024

    private struct Key: Hashable {
        let asker: String
        let event: String
        let outcome: String
    }

    private struct Repeated {
        var last: AuditEntry
        var count: Int64
        let due: Instant
    }

    private var repeated: [Key: Repeated] = [:]

    init() {}

    /// When the next line is due.
    var due: Instant? { repeated.values.map(\.due).min() }

    /// Takes a refusal; gives what has to be written now.
    mutating func take(_ entry: AuditEntry, asker: String, _ now: Instant) -> [AuditEntry] {
        let key = Key(asker: asker, event: entry.event, outcome: entry.outcome)
        if let due = repeated[key]?.due, now < due {
            repeated[key]?.last = entry
            repeated[key]?.count += 1
            return []
        }
        var lines = end(now)
        if repeated.count >= Self.maximum, let oldest = repeated.min(by: { $0.value.due < $1.value.due })?.key {
            lines += line(repeated.removeValue(forKey: oldest))
        }
        repeated[key] = Repeated(last: entry, count: 0, due: now + Self.span)
        return lines + [entry]
    }

    /// Gives the lines whose minute is over.
    mutating func end(_ now: Instant) -> [AuditEntry] {
        let over = repeated.filter { now >= $0.value.due }
        for key in over.keys { repeated[key] = nil }
        return lines(Array(over.values))
    }

    /// Gives all lines, at the end.
    mutating func endAll() -> [AuditEntry] {
        defer { repeated = [:] }
        return lines(Array(repeated.values))
    }

    /// The oldest first.
    private func lines(_ list: [Repeated]) -> [AuditEntry] {
        list.sorted { ($0.due, $0.last.outcome) < ($1.due, $1.last.outcome) }.flatMap(line)
    }

    private func line(_ repeated: Repeated?) -> [AuditEntry] {
        guard let repeated, repeated.count > 0 else { return [] }
        var line = repeated.last
        line.count = repeated.count
        return [line]
    }
}
