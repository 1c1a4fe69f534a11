/// The instance of an Eddystone UID: 6 bytes, written as 12 lower-case hex digits.
public struct EddystoneInstance: TextValue {
    /// The 48 bits.
    public let value: UInt64

    /// Bits above 48 are dropped.
    @inlinable
    public init(truncating value: UInt64) {
        self.value = value & 0xffff_ffff_ffff
    }

    /// Nil unless the text is exactly of this form.
    public init?(_ text: String) {
        guard text.utf8.count == 12, let value = Hex.word(text.utf8) else { return nil }
        self.value = value
    }

    public var description: String { Hex.text(value, digits: 12) }

    public static let title = "instance"
    public static let form = "12 lower-case hex digits"
    public static let pattern = "^[0-9a-f]{12}$"
    public static let maximumLength = 12
}
