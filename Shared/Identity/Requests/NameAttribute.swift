/// One attribute of a subject's or issuer's name.
public struct NameAttribute: Sendable, Hashable {
    /// Its type by OpenSSL's short name, e.g. `CN`; the dotted object identifier where that is not known.
    public let type: String
    /// Its text, converted to UTF-8 from whatever it was encoded in. From outside: quote it before showing it.
    public let value: String
    /// Whether it was a UTF8String or PrintableString, so that others read the same text.
    public let isPlain: Bool
}
