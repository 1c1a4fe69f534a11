/// The namespace of an Eddystone UID: 10 bytes, written as 20 lower-case hex digits.
public struct EddystoneNamespace: TextValue {
    /// The first eight bytes as a big-endian number.
    public let high: UInt64
    /// The last two bytes.
    public let low: UInt16

    /// The first eight bytes and the last two as big-endian numbers.
    @inlinable
    public init(high: UInt64, low: UInt16) {
        self.high = high
        self.low = low
    }

    /// Nil unless the text is exactly of this form.
    public init?(_ text: String) {
        guard text.utf8.count == 20, let high = Hex.word(text.utf8.prefix(16)),
            let low = Hex.word(text.utf8.suffix(4))
        else { return nil }
        self.init(high: high, low: UInt16(truncatingIfNeeded: low))
    }

    public var description: String { Hex.text(high, digits: 16) + Hex.text(UInt64(low), digits: 4) }

    public static let title = "namespace"
    public static let form = "20 lower-case hex digits"
    public static let pattern = "^[0-9a-f]{20}$"
    public static let maximumLength = 20
}
