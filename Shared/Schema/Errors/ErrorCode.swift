/// A stable error code: camelCase, one list for the whole system (D6, design §4).
///
/// A code of a later version is kept as it is, so that an older reader can pass it on.
public struct ErrorCode: TextValue {
    /// The text.
    public let description: String

    /// Nil unless the text is exactly of this form.
    public init?(_ text: String) {
        guard (1...Self.maximumLength).contains(text.utf8.count) else { return nil }
        for (index, byte) in text.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): break
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                guard index > 0 else { return nil }
            default: return nil
            }
        }
        description = text
    }

    init(known: String) {
        description = known
    }

    public static let title = "error code"
    public static let form = "a camelCase word of at most 48 letters and digits"
    public static let pattern = "^[a-z][A-Za-z0-9]{0,47}$"
    public static let maximumLength = 48
}
