/// The random name of a node's pair of certificates: 16 lower-case hex digits.
public struct CertificateSetID: TextValue, BitwiseCopyable {
    /// The 64 bits.
    public let value: UInt64

    /// Takes the 64 bits.
    public init(_ value: UInt64) {
        self.value = value
    }

    /// A new one from 64 random bits.
    public static func random(using generator: inout some RandomNumberGenerator) -> CertificateSetID {
        CertificateSetID(generator.next())
    }

    /// Nil unless the text is exactly of this form.
    public init?(_ text: String) {
        guard text.utf8.count == 16, let value = Hex.word(text.utf8) else { return nil }
        self.value = value
    }

    public var description: String { Hex.text(value, digits: 16) }

    public static let title = "certificate set"
    public static let form = "16 lower-case hex digits"
    public static let pattern = "^[0-9a-f]{16}$"
    public static let maximumLength = 16
}
