/// An identifier of one kind of thing: `[a-z0-9][a-z0-9_-]*`, bounded, safe as a topic level, a file name and
/// a certificate name (design §3, R10). Identifiers of different kinds are different types.
public struct Identifier<Kind: IdentifierKind>: TextValue {
    /// The text.
    public let description: String

    /// Nil unless the text matches the pattern within the kind's length.
    public init?(_ text: String) {
        guard isIdentifier(text.utf8, maximumLength: Kind.maximumLength) else { return nil }
        description = text
    }

    public static var title: String { Kind.title }
    public static var maximumLength: Int { Kind.maximumLength }
    public static var pattern: String { "^[a-z0-9][a-z0-9_-]{0,\(Kind.maximumLength - 1)}$" }

    public static var form: String {
        "1 to \(Kind.maximumLength) of a-z, 0-9, _ and -, beginning with a letter or digit"
    }
}

/// The kind of thing an ``Identifier`` names.
public protocol IdentifierKind: Sendable {
    /// What it is, in words.
    static var title: String { get }

    /// Greatest length in bytes.
    static var maximumLength: Int { get }
}

extension IdentifierKind {
    public static var maximumLength: Int { 32 }
}

/// Whether the bytes match `[a-z0-9][a-z0-9_-]*` and are at most `maximumLength` long.
func isIdentifier(_ bytes: some Collection<UInt8>, maximumLength: Int) -> Bool {
    var length = 0
    for byte in bytes {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
        case UInt8(ascii: "_"), UInt8(ascii: "-"): guard length > 0 else { return false }
        default: return false
        }
        length += 1
        guard length <= maximumLength else { return false }
    }
    return length > 0
}
