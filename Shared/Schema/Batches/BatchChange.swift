/// One field that changed.
public struct BatchChange: SchemaObject, Hashable {
    /// The field's name in the entry: `zone`, `name`, `battery`, …
    public var field: String {
        didSet { field = field.cut(toBytes: BatchLimits.field) }
    }
    /// What it was; nil if it was absent.
    public var from: ChangeValue?
    /// What it is; nil if it is absent now.
    public var to: ChangeValue?

    /// Each argument is the field of its name.
    public init(field: String, from: ChangeValue?, to: ChangeValue?) {
        self.field = field.cut(toBytes: BatchLimits.field)
        self.from = from
        self.to = to
    }

    public static let schema = ObjectSchema(
        "Change", "One field that changed.",
        [
            Field("field", .string(maximumLength: BatchLimits.field), "The field's name in the entry."),
            Field("from", .changeValue, .optional, "What it was; absent if it had no value."),
            Field("to", .changeValue, .optional, "What it is; absent if it has no value."),
        ])
}

/// The value of a field that changed.
public enum ChangeValue: Hashable, Sendable {
    case integer(Int64)
    case number(Double)
    /// At most 256 bytes are written.
    case text(String)
    case flag(Bool)
}

extension ChangeValue: Codable {
    /// Each argument is the field of its name.
    public init(from decoder: any Decoder) throws {
        let value = try JSONValue(from: decoder)
        switch value {
        case .integer(let value): self = .integer(value)
        case .number(let value): self = .number(value)
        case .string(let value): self = .text(value)
        case .bool(let value): self = .flag(value)
        default:
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "must be a number, a string or a boolean"))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .integer(let value): try value.encode(to: encoder)
        case .number(let value): try value.encode(to: encoder)
        case .text(let value): try value.cut(toBytes: BatchLimits.text).encode(to: encoder)
        case .flag(let value): try value.encode(to: encoder)
        }
    }
}

extension FieldType {
    static let changeValue = FieldType.either([
        .number(-Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude),
        .string(maximumLength: BatchLimits.text), .boolean,
    ])
}
