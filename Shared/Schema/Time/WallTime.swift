/// A point in civil time: milliseconds since 1970-01-01T00:00:00Z, kept within the years 0000 to 9999.
///
/// For people and records only: durations decide, never differences of two machines' wall clocks (D17).
public struct WallTime: Hashable, Sendable, Comparable, BitwiseCopyable {
    /// Milliseconds since 1970 UTC, leap seconds not counted.
    public let milliseconds: Int64

    static let least: Int64 = -62_167_219_200_000
    static let greatest: Int64 = 253_402_300_799_999

    /// 1970-01-01T00:00:00Z.
    public static let epoch = WallTime(milliseconds: 0)

    /// Values outside the years 0000 to 9999 are moved to the nearest end.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, Self.least), Self.greatest)
    }

    public static func < (left: WallTime, right: WallTime) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// Moved by a span, in whole milliseconds, kept within the range.
    public static func + (time: WallTime, span: Duration) -> WallTime {
        let (sum, overflow) = time.milliseconds.addingReportingOverflow(span.saturatedMilliseconds)
        return WallTime(milliseconds: overflow ? (span < .zero ? .min : .max) : sum)
    }

    /// Moved back by a span, in whole milliseconds, kept within the range.
    public static func - (time: WallTime, span: Duration) -> WallTime {
        let (difference, overflow) = time.milliseconds.subtractingReportingOverflow(span.saturatedMilliseconds)
        return WallTime(milliseconds: overflow ? (span < .zero ? .max : .min) : difference)
    }

    /// How much later, negative if it is earlier.
    public static func - (later: WallTime, earlier: WallTime) -> Duration {
        .milliseconds(later.milliseconds - earlier.milliseconds)
    }
}

extension WallTime: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let time = WallTime(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an RFC 3339 time")
        }
        self = time
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
