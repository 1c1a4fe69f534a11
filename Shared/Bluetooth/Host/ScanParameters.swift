internal import Schema

/// How a controller is to scan.
public struct ScanParameters: Sendable, Hashable {
    /// Asks advertisers for their scan responses; passive says nothing on the air.
    public var isActive: Bool
    /// From the begin of one window to that of the next, in 0.625 ms: 4 … 16,384.
    public var interval: UInt16
    /// How long it listens in each interval, in 0.625 ms: 4 … interval. Equal to the interval it never pauses.
    public var window: UInt16
    /// Whether it also listens for long-range advertisers (LE Coded), where the controller can.
    public var listensToCodedPHY: Bool

    /// Interval and window that can be asked for.
    public static let span: ClosedRange<Duration> = .microseconds(2_500)...(.microseconds(10_240_000))

    /// Passive, always listening. Spans are rounded to 0.625 ms and moved into their range.
    public init(
        isActive: Bool = false, interval: Duration = .milliseconds(60), window: Duration = .milliseconds(60),
        listensToCodedPHY: Bool = false
    ) {
        self.isActive = isActive
        self.interval = Self.units(interval)
        self.window = min(Self.units(window), self.interval)
        self.listensToCodedPHY = listensToCodedPHY
    }

    private static func units(_ span: Duration) -> UInt16 {
        UInt16(min(max((span.saturatedNanoseconds + 312_500) / 625_000, 4), 0x4000))
    }
}
