/// A value with one exact text form, which is also its JSON form (a string).
///
/// Conforming types cannot hold an invalid value: every way in, decoding included, goes through `init?(_:)`.
///
/// Not `RawRepresentable` on purpose: its default `==` and `hash(into:)` would go through the text.
public protocol TextValue: LosslessStringConvertible, Codable, Hashable, Sendable, Comparable {
    /// What the value is, for messages: "node", "activation".
    static var title: String { get }

    /// The accepted form in words, for messages.
    static var form: String { get }

    /// The accepted form as an ECMA-262 regular expression, anchored, for the JSON Schema.
    static var pattern: String { get }

    /// Greatest length in bytes.
    static var maximumLength: Int { get }
}

extension TextValue {
    /// The same as `init(_:)`.
    public init?(rawValue: String) {
        self.init(rawValue)
    }

    /// The text.
    public var rawValue: String { description }

    /// Reads the text or throws `identifierInvalid`, which names what was expected and what came.
    public init(validating text: String) throws(BeaconBusError) {
        guard let value = Self(text) else {
            throw BeaconBusError(
                .identifierInvalid, "\(Self.title) is not valid",
                reason: "\(quoted(text)) is not \(Self.form)",
                suggestion: "Use \(Self.form).")
        }
        self = value
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Self(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(quoted(text)) is not \(Self.form)")
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    public static func < (left: Self, right: Self) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }
}

/// Outside text made safe for a message: printable ASCII only, cut at 64 characters, in quotes.
public func quoted(_ text: String) -> String {
    var result = "\""
    var count = 0
    for scalar in text.unicodeScalars {
        if count == 64 { return result + "…\"" }
        let plain = scalar.value >= 0x20 && scalar.value < 0x7f && scalar != "\"" && scalar != "\\"
        result += plain ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
        count += 1
    }
    return result + "\""
}
