internal import Synchronization

/// Counts observations into buckets. An observation costs a short search and three atomic additions; any thread.
public final class Histogram: Sendable {
    /// Upper bounds of the buckets, rising; observations above the last one fall into `+Inf`.
    public let bounds: [Double]
    private let cells: [Cell]
    /// Sum in millionths, so that it can be added atomically.
    private let sum = Atomic<Int64>(0)

    private final class Cell: Sendable {
        let count = Atomic<Int64>(0)
    }

    init(bounds: [Double]) {
        self.bounds = bounds
        cells = (0...bounds.count).map { _ in Cell() }
    }

    /// Times in seconds from 100 µs to 10 s.
    public static let seconds: [Double] = [
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    /// Counts one observation; a value that is not a number is ignored.
    public func observe(_ value: Double) {
        guard value.isFinite else { return }
        let index = bounds.firstIndex { value <= $0 } ?? bounds.count
        cells[index].count.wrappingAdd(1, ordering: .relaxed)
        sum.wrappingAdd(Int64((value * 1_000_000).clamped(to: -9e18...9e18)), ordering: .relaxed)
    }

    /// Counts a span in seconds.
    public func observe(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        observe(Double(seconds) + Double(attoseconds) / 1e18)
    }

    /// Counts per bucket, the last one for everything above; their total; the sum of all values.
    public var snapshot: (buckets: [Int64], count: Int64, sum: Double) {
        let buckets = cells.map { $0.count.load(ordering: .relaxed) }
        return (buckets, buckets.reduce(0, &+), Double(sum.load(ordering: .relaxed)) / 1_000_000)
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
