/// A point on the machine's boot-time clock (`CLOCK_BOOTTIME`), in nanoseconds.
///
/// It rises monotonically, goes on during suspend and knows nothing of wall-clock steps (R2, D17).
/// Instants of different boots or machines must not be compared. All arithmetic saturates: no input can trap.
public struct Instant: Hashable, Sendable, Comparable, BitwiseCopyable {
    /// Nanoseconds since boot.
    public let nanoseconds: Int64

    /// The start of the clock.
    public static let zero = Instant(nanoseconds: 0)

    /// The latest representable instant: "never".
    public static let distantFuture = Instant(nanoseconds: .max)

    /// An instant by its nanoseconds.
    @inlinable
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    @inlinable
    public static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// The instant moved by a number of nanoseconds, saturating at both ends.
    @inlinable
    public func advanced(byNanoseconds span: Int64) -> Instant {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(span)
        return Instant(nanoseconds: overflow ? (span > 0 ? .max : .min) : sum)
    }

    /// Nanoseconds from `earlier` to `self`, negative if `earlier` is later; saturating.
    @inlinable
    public func nanoseconds(since earlier: Instant) -> Int64 {
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        return overflow ? (nanoseconds > earlier.nanoseconds ? .max : .min) : difference
    }

    /// Saturating.
    @inlinable
    public static func + (instant: Instant, span: Duration) -> Instant {
        instant.advanced(byNanoseconds: span.saturatedNanoseconds)
    }

    /// Saturating.
    @inlinable
    public static func - (instant: Instant, span: Duration) -> Instant {
        let span = span.saturatedNanoseconds
        return instant.advanced(byNanoseconds: span == .min ? .max : -span)
    }

    /// Saturating.
    @inlinable
    public static func - (later: Instant, earlier: Instant) -> Duration {
        .nanoseconds(later.nanoseconds(since: earlier))
    }
}
