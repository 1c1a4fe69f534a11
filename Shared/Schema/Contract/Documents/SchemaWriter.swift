/// Turns declared schemas into JSON Schema, nested objects apart as definitions.
struct SchemaWriter {
    /// Where definitions are referred to, e.g. `#/$defs/`.
    let prefix: String
    var definitions: [String: JSONValue] = [:]
    private var waiting: [ObjectSchema] = []

    init(prefix: String) {
        self.prefix = prefix
    }

    /// A message: the head's fields and the body's in one object.
    mutating func message(_ schema: ObjectSchema) -> JSONValue {
        let own = Set(schema.fields.map(\.name))
        let head = Head.schema.fields.filter { !own.contains($0.name) }
        return object(ObjectSchema(schema.name, schema.sentence, head + schema.fields))
    }

    mutating func object(_ schema: ObjectSchema) -> JSONValue {
        var properties: [String: JSONValue] = [:]
        var required: [JSONValue] = []
        for field in schema.fields {
            var type = self.type(field.type)
            if field.presence == .nullable { type = ["anyOf": [type, ["type": "null"]]] }
            if case .object(var members) = type {
                members["description"] = .string(field.sentence)
                type = .object(members)
            }
            properties[field.name] = type
            if field.presence != .optional { required.append(.string(field.name)) }
        }
        var members: [String: JSONValue] = [
            "title": .string(schema.name), "description": .string(schema.sentence), "type": "object",
            "properties": .object(properties),
        ]
        if !required.isEmpty { members["required"] = .array(required) }
        return .object(members)
    }

    mutating func type(_ type: FieldType) -> JSONValue {
        switch type {
        case .boolean: return ["type": "boolean"]
        case .integer(let range):
            return [
                "type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
            ]
        case .number(let range):
            guard range.upperBound < .greatestFiniteMagnitude else { return ["type": "number"] }
            return ["type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
        case .string(let length):
            var members: [String: JSONValue] = ["type": "string", "maxLength": .integer(Int64(length.upperBound))]
            if length.lowerBound > 0 { members["minLength"] = .integer(Int64(length.lowerBound)) }
            return .object(members)
        case .text(let form):
            return [
                "type": "string", "pattern": .string(form.pattern), "maxLength": .integer(Int64(form.maximumLength)),
            ]
        case .enumeration(let words):
            return ["type": "string", "enum": .array(words.map { .string($0) })]
        case .time:
            return [
                "type": "string", "format": "date-time",
                "pattern":
                    "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})$",
            ]
        case .object(let schema):
            waiting.append(schema)
            return ["$ref": .string(prefix + schema.name)]
        case .dictionary(let inner, let limit):
            return [
                "type": "object", "additionalProperties": self.type(inner), "maxProperties": .integer(Int64(limit)),
                "propertyNames": ["maxLength": 64],
            ]
        case .array(let inner, let count):
            return [
                "type": "array", "items": self.type(inner), "minItems": .integer(Int64(count.lowerBound)),
                "maxItems": .integer(Int64(count.upperBound)),
            ]
        case .either(let types): return ["anyOf": .array(types.map { self.type($0) })]
        case .any: return [:]
        case .null: return ["type": "null"]
        }
    }

    /// Writes the definitions of everything referred to so far, and of what those refer to.
    mutating func complete() {
        while let schema = waiting.popLast() {
            if definitions[schema.name] == nil {
                definitions[schema.name] = object(schema)
            }
        }
    }
}
