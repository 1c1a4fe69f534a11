extension ValueType where Value == Duration {
    /// A span of time with its unit: `250ms`, `30s`, `5min`, `2h`, `90d`; fractions are allowed. `0` needs no unit.
    public static func duration(_ range: ClosedRange<Duration>) -> ValueType {
        ValueType(
            scalar: "a duration from \(DurationText.text(range.lowerBound)) to "
                + "\(DurationText.text(range.upperBound)), such as 250ms, 30s, 5min, 2h or 90d",
            read: { text in DurationText.parse(text).flatMap { range.contains($0) ? $0 : nil } },
            render: { DurationText.text($0) })
    }
}

/// Spans of time as text.
public enum DurationText {
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1000), ("ms", 1),
    ]

    /// Reads `250ms`, `1.5s`, `5min`, `2h`, `90d`; nil for anything else and for more than 100 years.
    public static func parse(_ text: String) -> Duration? {
        if text == "0" { return .zero }
        let digits = text.prefix { ("0"..."9").contains($0) || $0 == "." }
        let unitName = text.dropFirst(digits.count)
        guard let unit = units.first(where: { $0.name == unitName }), digits.first != ".", digits.last != ".",
            let number = Double(digits)
        else { return nil }
        let milliseconds = number * Double(unit.milliseconds)
        guard milliseconds <= 36_525 * 86_400_000 else { return nil }
        return .microseconds(Int64((milliseconds * 1000).rounded()))
    }

    /// In the largest unit that gives a whole number of at most three digits more than needed: `90d`, `30s`, `1500ms`.
    public static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds.multipliedReportingOverflow(by: 1000)
        guard !milliseconds.overflow else { return "\(seconds)s" }
        let total = milliseconds.partialValue &+ attoseconds / 1_000_000_000_000_000
        if total == 0 { return attoseconds == 0 ? "0" : "\(Double(attoseconds) / 1e15)ms" }
        for unit in units where total % unit.milliseconds == 0 {
            return "\(total / unit.milliseconds)\(unit.name)"
        }
        return "\(total)ms"
    }
}
