/// JSON Schemas (2020-12) made from the declared schemas.
public enum JSONSchemaDocument {
    /// The dialect the schemas are written in.
    public static let dialect = "https://json-schema.org/draft/2020-12/schema"

    /// The schema of one message with everything it refers to, or nil for a name that is none.
    public static func message(named name: String) -> JSONValue? {
        guard let type = MessageCatalogue.all.first(where: { $0.schema.name == name }) else { return nil }
        var writer = SchemaWriter(prefix: "#/$defs/")
        guard case .object(var members) = writer.message(type.schema) else { return nil }
        writer.complete()
        members["$schema"] = .string(dialect)
        members["$id"] = .string("urn:beaconbus:schema:1:\(name)")
        if !writer.definitions.isEmpty { members["$defs"] = .object(writer.definitions) }
        return .object(members)
    }

    /// One document with all messages below `$defs`.
    public static func bundle() -> JSONValue {
        var writer = SchemaWriter(prefix: "#/$defs/")
        var names: [JSONValue] = []
        for type in MessageCatalogue.all {
            writer.definitions[type.schema.name] = writer.message(type.schema)
            names.append(["$ref": .string("#/$defs/\(type.schema.name)")])
        }
        writer.complete()
        return .object([
            "$schema": .string(dialect), "$id": "urn:beaconbus:schema:1",
            "title": "BeaconBus messages", "description": "Every message of the bus; which one is known by its topic.",
            "anyOf": .array(names), "$defs": .object(writer.definitions),
        ])
    }
}
