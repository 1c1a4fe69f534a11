/// The identity of a request, chosen by who asks. Ours are 128 random bits as 32 hex digits; an outsider may use
/// any 1 to 64 characters of letters, digits, `.`, `_` and `-`.
public struct RequestID: TextValue {
    /// The text.
    public let description: String

    /// A new one from 128 random bits.
    public static func random(using generator: inout some RandomNumberGenerator) -> RequestID {
        RequestID(high: generator.next(), low: generator.next())
    }

    /// A new one from the system's generator.
    public static func random() -> RequestID {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    init(high: UInt64, low: UInt64) {
        description = Hex.text(high, digits: 16) + Hex.text(low, digits: 16)
    }

    /// Nil unless the text is exactly of this form.
    public init?(_ text: String) {
        guard (1...Self.maximumLength).contains(text.utf8.count) else { return nil }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                break
            default: return nil
            }
        }
        description = text
    }

    public static let title = "request id"
    public static let form = "1 to 64 letters, digits, ., _ and -"
    public static let pattern = "^[A-Za-z0-9._-]{1,64}$"
    public static let maximumLength = 64
}
