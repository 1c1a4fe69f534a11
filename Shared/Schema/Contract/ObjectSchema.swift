/// The declared schema of a message or of an object in one.
public struct ObjectSchema: Sendable {
    /// The Swift type's name; also the name in the documents.
    public let name: String
    /// What it is.
    public let sentence: String
    /// The declared fields, in the order they are written.
    public let fields: [Field]
    /// Whether fields beyond those declared are kept and passed on.
    public let isOpen: Bool

    /// Declares an object.
    public init(_ name: String, _ sentence: String, isOpen: Bool = false, _ fields: [Field]) {
        self.name = name
        self.sentence = sentence
        self.isOpen = isOpen
        self.fields = fields
    }

    /// The declared field of that name.
    public func field(_ name: String) -> Field? {
        fields.first { $0.name == name }
    }
}

/// A type with a declared schema and a JSON form that agrees with it.
public protocol SchemaObject: Codable, Sendable {
    static var schema: ObjectSchema { get }
}
