extension BeaconTelemetry: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ field: TelemetryField) { stringValue = field.name.description }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for field in TelemetryField.allCases {
            let key = Key(field)
            let definition = field.definition
            if definition.isFlag {
                self[field] = try container.decodeIfPresent(Bool.self, forKey: key).map { $0 ? 1 : 0 }
            } else if definition.decimals == 0 {
                self[field] = try container.decodeIfPresent(Int64.self, forKey: key)
            } else {
                measure(field, try container.decodeIfPresent(Double.self, forKey: key))
            }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for value in values {
            let definition = value.field.definition
            if definition.isFlag {
                try container.encode(value.number != 0, forKey: Key(value.field))
            } else if definition.decimals == 0 {
                try container.encode(value.number, forKey: Key(value.field))
            } else {
                try container.encode(value.field.measured(value.number), forKey: Key(value.field))
            }
        }
    }

    /// The schema's fields.
    static let fields: [Field] = TelemetryField.allCases.map { field in
        let definition = field.definition
        let type: FieldType =
            if definition.isFlag {
                .boolean
            } else if definition.decimals == 0 {
                .integer(definition.range)
            } else {
                .number(field.measured(definition.range.lowerBound)...field.measured(definition.range.upperBound))
            }
        return Field(definition.name.description, type, .optional, definition.sentence.description)
    }
}
