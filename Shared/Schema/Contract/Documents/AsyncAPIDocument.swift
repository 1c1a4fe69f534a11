/// The AsyncAPI 3.0 document of the bus, made from topics and declared schemas.
public enum AsyncAPIDocument {
    /// The document for a site with the default roots.
    public static func document() -> JSONValue {
        var writer = SchemaWriter(prefix: "#/components/schemas/")
        var messages: [String: JSONValue] = [:]
        for type in MessageCatalogue.all {
            let schema = type.schema
            writer.definitions[schema.name] = writer.message(schema)
            messages[schema.name] = message(type)
        }
        writer.complete()
        writer.definitions["ErrorCode"] = errorCodes
        return [
            "asyncapi": "3.0.0",
            "info": [
                "title": "BeaconBus", "version": "1.0.0",
                "description": .string(overview),
                "license": ["name": "Apache-2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0"],
            ],
            "defaultContentType": "application/json",
            "channels": .object(channels),
            "operations": .object(operations),
            "components": [
                "messages": .object(messages), "schemas": .object(writer.definitions),
                "parameters": .object(ParameterCatalogue.parameters),
            ],
        ]
    }

    private static let overview = """
        Bluetooth LE beacons heard by a fleet of nodes, as MQTT messages, and the actions that follow from them.

        Every message is one JSON object of at most 60 KiB in UTF-8. Its head travels in the same object: `v` (1), and \
        in everything BeaconBus sends `from`, `session`, `seq` and `at`. Requests carry `id`, `replyTo` and `ttl`; \
        an outsider needs only `v`, and `id` with `replyTo` where an answer is wanted. Unknown fields are ignored; \
        within version 1 changes only add. Absent is not null. Units: dBm, m, %, °C, ms unless the name says \
        otherwise. The roots `beaconbus` and `beaconbus-private` are configurable.
        """

    private static var errorCodes: JSONValue {
        [
            "title": "ErrorCode", "type": "string", "pattern": .string(ErrorCode.pattern),
            "description": "Every error code of this version; later ones may have more.",
            "examples": .array(ErrorCode.all.map { .string($0.description) }),
            "x-codes": .array(
                ErrorCode.catalogue.map {
                    [
                        "code": .string($0.code.description), "meaning": .string($0.meaning),
                        "retryable": .bool($0.retryable),
                    ]
                }),
        ]
    }

    private static func message(_ type: any Message.Type) -> JSONValue {
        let schema = type.schema
        return [
            "name": .string(schema.name), "title": .string(schema.name), "summary": .string(schema.sentence),
            "contentType": "application/json",
            "payload": ["$ref": .string("#/components/schemas/\(schema.name)")],
            "examples": .array(MessageSamples.values(of: type).map { ["payload": $0] }),
        ]
    }
}
