import Glibc

/// The log-distance model, RSSI(d) = A − 10 n log10(d / 1 m), that fits strengths heard at known distances (R11).
///
/// Robust (Theil–Sen): n comes from the median of the slopes between all pairs of places, A from the median of what is
/// left, so that one place with an obstacle or a reflection does not spoil the others. Pure.
struct PathLossFit: Equatable {
    /// What was heard at one place.
    struct Point: Equatable {
        /// Between beacon and receiver, m.
        let distance: Double
        /// The median of the reports, dBm.
        let strength: Double
    }

    /// A: the strength at one metre, dBm.
    let level: Double
    /// n: 2 in free space, 2.7 … 4.3 indoors with obstacles.
    let exponent: Double

    /// Places this much farther apart, as a ratio, tell something of the exponent.
    static let leastRatio = 1.25

    /// Fits level and exponent; nil without two distances that tell something.
    init?(_ points: [Point]) {
        var slopes: [Double] = []
        for (index, one) in points.enumerated() {
            for other in points[(index + 1)...] {
                let step = Self.decades(other.distance / one.distance)
                guard abs(step) >= Self.decades(Self.leastRatio) else { continue }
                slopes.append((one.strength - other.strength) / (10 * step))
            }
        }
        guard let exponent = Self.median(slopes) else { return nil }
        self.init(points, exponent: exponent)
    }

    /// Fits the level where the exponent is known; nil without any point.
    init?(_ points: [Point], exponent: Double) {
        let levels = points.map { $0.strength + 10 * exponent * Self.decades($0.distance) }
        guard let level = Self.median(levels) else { return nil }
        self.level = level
        self.exponent = exponent
    }

    /// What would be heard at a distance in metres, dBm.
    func strength(at distance: Double) -> Double { level - 10 * exponent * Self.decades(distance) }

    /// At what distance a strength would be heard, m.
    func distance(of strength: Double) -> Double { pow(10, (level - strength) / (10 * exponent)) }

    private static func decades(_ ratio: Double) -> Double { log10(max(ratio, 0.001)) }

    private static func median(_ values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
