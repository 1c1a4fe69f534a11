/// The type and range of a field, as declared by a message.
public indirect enum FieldType: Sendable {
    case boolean
    /// A whole number within the range, both ends included.
    case integer(ClosedRange<Int64>)
    /// A number within the range, both ends included.
    case number(ClosedRange<Double>)
    /// Free text of so many bytes of UTF-8.
    case string(ClosedRange<Int>)
    /// Text of an exact form.
    case text(TextForm)
    /// One of a few words.
    case enumeration([String])
    /// An RFC 3339 time.
    case time
    case object(ObjectSchema)
    /// An object with any keys of at most 64 bytes and values of one type.
    case dictionary(FieldType, maximumCount: Int)
    case array(FieldType, ClosedRange<Int>)
    /// One of several types, the first that fits.
    case either([FieldType])
    /// Any JSON value.
    case any
    /// Nothing but null.
    case null
}

/// The form of a ``TextValue``.
public struct TextForm: Sendable, Hashable {
    /// What the value is.
    public let title: String
    /// The form in words.
    public let form: String
    /// The form as a regular expression.
    public let pattern: String
    /// Greatest length in bytes.
    public let maximumLength: Int
    let accepts: @Sendable (String) -> Bool

    /// The form of a type of value.
    public init<Value>(_ type: Value.Type) where Value: TextValue {
        title = Value.title
        form = Value.form
        pattern = Value.pattern
        maximumLength = Value.maximumLength
        accepts = { Value($0) != nil }
    }

    public static func == (left: TextForm, right: TextForm) -> Bool {
        left.pattern == right.pattern && left.title == right.title
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(pattern)
    }
}

extension FieldType {
    /// A text value's form.
    public static func text<Value>(_ type: Value.Type) -> FieldType where Value: TextValue {
        .text(TextForm(type))
    }

    /// The words of an enumeration.
    public static func words<Value>(_ type: Value.Type) -> FieldType
    where Value: CaseIterable & RawRepresentable<String> {
        .enumeration(Value.allCases.map(\.rawValue))
    }

    /// A nested object.
    public static func object<Value>(_ type: Value.Type) -> FieldType where Value: SchemaObject {
        .object(Value.schema)
    }

    /// A list of nested objects.
    public static func list<Value>(_ type: Value.Type, _ count: ClosedRange<Int>) -> FieldType
    where Value: SchemaObject {
        .array(.object(Value.schema), count)
    }

    /// A count, a number of a sequence, a duration in ms: 0 … 2^53−1.
    public static let count = FieldType.integer(0...9_007_199_254_740_991)

    /// A number that begins at 1, up to 2^53−1.
    public static let ordinal = FieldType.integer(1...9_007_199_254_740_991)
}
