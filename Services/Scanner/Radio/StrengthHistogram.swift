/// How often each signal strength was heard: 1 dB steps, of fixed size.
struct StrengthHistogram: Sendable {
    /// What a controller can report, dBm (Core Specification Vol 4 Part E 7.7.65.2).
    private static let range: ClosedRange<Int8> = -127...20

    private var counts: [UInt32] = []
    private(set) var total: Int64 = 0

    /// Counts a strength in dBm; one outside of −127 … 20 is none.
    mutating func add(_ strength: Int8) {
        guard Self.range.contains(strength) else { return }
        if counts.isEmpty { counts = [UInt32](repeating: 0, count: Self.range.count) }
        let place = Int(strength) - Int(Self.range.lowerBound)
        guard counts[place] < .max else { return }
        counts[place] += 1
        total += 1
    }

    /// The strength that half of the reports exceed, dBm to a tenth, taken as spread evenly within each step; nil without
    /// any.
    var median: Double? {
        guard total > 0 else { return nil }
        let half = Double(total) / 2
        var below = 0.0
        for (place, count) in counts.enumerated() where count > 0 {
            if below + Double(count) >= half {
                let within = (half - below) / Double(count) - 0.5
                return rounded(Double(place + Int(Self.range.lowerBound)) + within)
            }
            below += Double(count)
        }
        return nil
    }

    /// The standard deviation, dB to a tenth; nil without two.
    var deviation: Double? {
        guard total > 1 else { return nil }
        var sum = 0.0
        var squares = 0.0
        for (place, count) in counts.enumerated() where count > 0 {
            sum += Double(place) * Double(count)
            squares += Double(place) * Double(place) * Double(count)
        }
        let mean = sum / Double(total)
        return rounded(max(squares / Double(total) - mean * mean, 0).squareRoot())
    }

    private func rounded(_ value: Double) -> Double { (min(max(value, -127), 128) * 10).rounded() / 10 }
}
