/// One declared field of a message.
public struct Field: Sendable {
    /// Whether it must be there.
    public enum Presence: Sendable {
        /// Always there, never null.
        case required
        /// Always there; null says something.
        case nullable
        /// May be absent; null counts as absent.
        case optional
    }

    /// Its key.
    public let name: String
    /// Its type and range.
    public let type: FieldType
    /// Whether it must be there.
    public let presence: Presence
    /// What it says, with its unit.
    public let sentence: String

    /// A required field.
    public init(_ name: String, _ type: FieldType, _ sentence: String) {
        self.init(name, type, .required, sentence)
    }

    /// A field with its presence.
    public init(_ name: String, _ type: FieldType, _ presence: Presence, _ sentence: String) {
        self.name = name
        self.type = type
        self.presence = presence
        self.sentence = sentence
    }
}
