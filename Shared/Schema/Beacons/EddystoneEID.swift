/// An Eddystone ephemeral identifier: 8 bytes, written as 16 lower-case hex digits.
public struct EddystoneEID: TextValue {
    /// The bytes as a big-endian number.
    public let value: UInt64

    /// The 8 bytes as a big-endian number.
    @inlinable
    public init(_ value: UInt64) {
        self.value = value
    }

    /// Nil unless the text is exactly of this form.
    public init?(_ text: String) {
        guard text.utf8.count == 16, let value = Hex.word(text.utf8) else { return nil }
        self.value = value
    }

    public var description: String { Hex.text(value, digits: 16) }

    public static let title = "eid"
    public static let form = "16 lower-case hex digits"
    public static let pattern = "^[0-9a-f]{16}$"
    public static let maximumLength = 16
}
