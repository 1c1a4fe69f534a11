/// A 128-bit UUID, written in lower case: `f7826da6-4fa2-4e98-8024-bc5b71e0893e`.
public struct BeaconUUID: TextValue, BitwiseCopyable {
    /// The first eight bytes as a big-endian number.
    public let high: UInt64
    /// The last eight bytes.
    public let low: UInt64

    /// The two halves as big-endian numbers.
    @inlinable
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Canonical form only: 36 characters, lower case.
    public init?(_ text: String) {
        guard text.utf8.count == 36 else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [8, 4, 4, 4, 12], let a = Hex.word(parts[0]), let b = Hex.word(parts[1]),
            let c = Hex.word(parts[2]), let d = Hex.word(parts[3]), let e = Hex.word(parts[4])
        else { return nil }
        self.init(high: a << 32 | b << 16 | c, low: d << 48 | e)
    }

    /// For what people type: upper case, and the 32 digits without hyphens, are accepted too.
    public init?(lenient text: String) {
        let digits = text.lowercased().filter { $0 != "-" }
        guard digits.utf8.count == 32, let high = Hex.word(digits.utf8.prefix(16)),
            let low = Hex.word(digits.utf8.suffix(16))
        else { return nil }
        self.init(high: high, low: low)
    }

    public var description: String {
        let high = Hex.text(high, digits: 16)
        let low = Hex.text(low, digits: 16)
        return "\(high.prefix(8))-\(high.dropFirst(8).prefix(4))-\(high.suffix(4))-\(low.prefix(4))-\(low.suffix(12))"
    }

    public static func < (left: BeaconUUID, right: BeaconUUID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }

    public static let title = "uuid"
    public static let form = "a lower-case UUID, e.g. f7826da6-4fa2-4e98-8024-bc5b71e0893e"
    public static let pattern = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
    public static let maximumLength = 36
}
