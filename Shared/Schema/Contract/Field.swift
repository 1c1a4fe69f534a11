/// One declared field of a message.
public struct Field: Sendable {
    public enum Presence: Sendable {
        /// Always there, never null.
        case required
        /// Always there; null says something.
        case nullable
        /// May be absent; null counts as absent.
        case optional
    }

    public let name: String
    public let type: FieldType
    public let presence: Presence
    /// What it says, with its unit.
    public let sentence: String

    /// A required field.
    public init(_ name: String, _ type: FieldType, _ sentence: String) {
        self.init(name, type, .required, sentence)
    }

    public init(_ name: String, _ type: FieldType, _ presence: Presence, _ sentence: String) {
        self.name = name
        self.type = type
        self.presence = presence
        self.sentence = sentence
    }
}
