/// One figure of the table.
struct Measurement: Sendable {
    /// What was measured, in words.
    var figure: String
    /// The value in `unit`.
    var value: Double
    var unit: String
    /// The goal and whether it is met; nil for figures that are there for information.
    var goal: Goal?
    /// What it is compared with, in the same unit.
    var yardstick: Yardstick?

    struct Goal: Sendable {
        /// In words, e.g. "≥ 25 million/s".
        var text: String
        var isMet: Bool
    }

    struct Yardstick: Sendable {
        var name: String
        var value: Double
    }

    /// The value over the yardstick's.
    var ratio: Double? {
        guard let yardstick, yardstick.value != 0 else { return nil }
        return value / yardstick.value
    }

    init(
        _ figure: String, _ value: Double, _ unit: String, goal: Goal? = nil, yardstick: Yardstick? = nil
    ) {
        self.figure = figure
        self.value = value
        self.unit = unit
        self.goal = goal
        self.yardstick = yardstick
    }
}

extension Measurement.Goal {
    static func atLeast(_ limit: Double, _ value: Double, _ text: String) -> Self {
        Self(text: text, isMet: value >= limit)
    }

    static func atMost(_ limit: Double, _ value: Double, _ text: String) -> Self {
        Self(text: text, isMet: value <= limit)
    }
}
