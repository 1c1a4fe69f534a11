extension AsyncAPIDocument {
    static var channels: [String: JSONValue] {
        var result: [String: JSONValue] = [:]
        for channel in ChannelCatalogue.all {
            let root = channel.isPrivate ? "beaconbus-private" : "beaconbus"
            result[channel.id] = [
                "address": .string("\(root)/{site}/\(channel.address)"),
                "summary": .string(channel.sentence),
                "description": .string("From \(channel.from) to \(channel.to).\(notes(channel))"),
                "parameters": .object(parameters(["site"] + channel.parameters)),
                "messages": .object(references(channel.messages)),
                "x-retained": .bool(channel.isRetained),
            ]
        }
        // Without an address: each request names it in `replyTo`.
        result["replies"] = [
            "address": .null,
            "summary": "Answers, each on the topic its request named.",
            "description": .string(
                "beaconbus-private/{site}/replies/{requester}/{path}, below the asker's own level; any other is refused."
            ),
            "messages": .object(references(ChannelCatalogue.replyMessages)),
            "x-retained": false,
        ]
        return result
    }

    static var operations: [String: JSONValue] {
        var result: [String: JSONValue] = [:]
        for channel in ChannelCatalogue.all {
            var operation: [String: JSONValue] = [
                "action": .string(channel.direction.rawValue),
                "channel": ["$ref": .string("#/channels/\(channel.id)")],
                "summary": .string(channel.sentence),
                "messages": .array(channel.messages.map { reference(channel.id, $0) }),
                "bindings": [
                    "mqtt": [
                        "qos": .integer(Int64(channel.qos)), "retain": .bool(channel.isRetained),
                        "bindingVersion": "0.2.0",
                    ]
                ],
            ]
            if !channel.replies.isEmpty {
                operation["reply"] = [
                    "address": [
                        "location": "$message.payload#/replyTo",
                        "description": "Below the asker's own reply topic.",
                    ],
                    "channel": ["$ref": "#/channels/replies"],
                    "messages": .array(channel.replies.map { reference("replies", $0) }),
                ]
            }
            let verb = channel.direction == .send ? "send" : "receive"
            result[verb + channel.id.prefix(1).uppercased() + channel.id.dropFirst()] = .object(operation)
        }
        return result
    }

    private static func notes(_ channel: Channel) -> String {
        var notes = ""
        if channel.isRetained { notes += " Retained." }
        if channel.qos == 0 { notes += " QoS 0." }
        if !channel.replies.isEmpty {
            notes +=
                " Refused when retained or when its time to live is used up; answered exactly once where asked for."
        }
        return notes
    }

    private static func parameters(_ names: [String]) -> [String: JSONValue] {
        Dictionary(
            names.map { ($0, ["$ref": .string("#/components/parameters/\($0)")]) }, uniquingKeysWith: { $1 })
    }

    private static func references(_ messages: [any Message.Type]) -> [String: JSONValue] {
        Dictionary(
            messages.map { ($0.schema.name, ["$ref": .string("#/components/messages/\($0.schema.name)")]) },
            uniquingKeysWith: { $1 })
    }

    private static func reference(_ channel: String, _ type: any Message.Type) -> JSONValue {
        ["$ref": .string("#/channels/\(channel)/messages/\(type.schema.name)")]
    }
}
