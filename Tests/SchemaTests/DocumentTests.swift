import Schema
import Testing

@Suite("Channels and the AsyncAPI document")
struct DocumentTests {
    @Test("Every topic belongs to exactly one channel, which agrees with it", arguments: TopicTests.table)
    func channels(topic: Topic, path: String) {
        let channels = ChannelCatalogue.all.filter { $0.matches(topic) }
        if case .reply = topic {
            #expect(channels.isEmpty)
        } else {
            #expect(channels.count == 1, "\(path)")
            #expect(channels.first?.isRetained == topic.isRetained)
            #expect(channels.first?.isPrivate == topic.isPrivate)
            #expect(channels.first?.replies.isEmpty != topic.isRequest)
        }
    }

    @Test("Every channel has a topic, every message a channel")
    func complete() {
        for channel in ChannelCatalogue.all {
            let example = channel.address.split(separator: "/").map { level in
                switch level {
                case "{node}", "{observer}", "{app}", "{service}", "{inbox}": "x1"
                case "{requester}": "op_anna"
                case "{page}": "0a"
                case "{beacon}": "mac-aabbccddeeff"
                default: String(level)
                }
            }.joined(separator: "/")
            let root = channel.isPrivate ? TopicTests.roots.private : TopicTests.roots.public
            #expect(Topic("\(root)/\(example)", in: TopicTests.roots) != nil, "\(channel.address)")
        }
        #expect(Set(ChannelCatalogue.all.map(\.id)).count == ChannelCatalogue.all.count)
        let travelling = Set(
            (ChannelCatalogue.all.flatMap(\.messages) + ChannelCatalogue.replyMessages).map { $0.schema.name })
        #expect(travelling == Set(ContractTests.names))
    }

    @Test("Every reference of the documents leads somewhere", arguments: [true, false])
    func references(asyncAPI: Bool) {
        let document = asyncAPI ? AsyncAPIDocument.document() : JSONSchemaDocument.bundle()
        var seen = 0
        walk(document) { reference in
            seen += 1
            #expect(resolve(reference, in: document) != nil, "\(reference)")
        }
        #expect(seen > 50)
    }

    @Test("The AsyncAPI document has the structure of version 3.0")
    func structure() throws {
        let document = AsyncAPIDocument.document()
        #expect(document["asyncapi"]?.stringValue == "3.0.0")
        let root = try #require(document.objectValue)
        let known: Set = [
            "asyncapi", "id", "info", "servers", "defaultContentType", "channels", "operations", "components",
        ]
        #expect(Set(root.keys).isSubset(of: known))
        #expect(document["info"]?["title"] != nil && document["info"]?["version"] != nil)
        let channels = try #require(document["channels"]?.objectValue)
        for (id, channel) in channels {
            let address = channel["address"]?.stringValue
            #expect(address != nil || id == "replies")
            let inAddress = (address ?? "").split(separator: "/").filter { $0.hasPrefix("{") }.map {
                String($0.dropFirst().dropLast())
            }
            #expect(Set(inAddress) == Set((channel["parameters"]?.objectValue ?? [:]).keys))
            #expect(channel["messages"]?.objectValue?.isEmpty == false)
        }
        let operations = try #require(document["operations"]?.objectValue)
        #expect(operations.count == ChannelCatalogue.all.count)
        for operation in operations.values {
            #expect(["send", "receive"].contains(operation["action"]?.stringValue))
            let channel = try #require(operation["channel"]?["$ref"]?.stringValue)
            // An operation may name only messages of its own channel, an answer only those of the answers' channel.
            for message in operation["messages"]?.arrayValue ?? [] {
                #expect(message["$ref"]?.stringValue?.hasPrefix(channel + "/messages/") == true)
            }
            for message in operation["reply"]?["messages"]?.arrayValue ?? [] {
                #expect(message["$ref"]?.stringValue?.hasPrefix("#/channels/replies/messages/") == true)
            }
        }
    }

    @Test("Each message's own JSON Schema stands alone", arguments: ContractTests.names)
    func standalone(name: String) throws {
        let document = try #require(JSONSchemaDocument.message(named: name))
        walk(document) { reference in #expect(resolve(reference, in: document) != nil, "\(reference)") }
        #expect(document["required"]?.arrayValue?.contains("v") == true)
    }

    private func walk(_ value: JSONValue, _ found: (String) -> Void) {
        switch value {
        case .object(let members):
            if let reference = members["$ref"]?.stringValue { found(reference) }
            for member in members.values { walk(member, found) }
        case .array(let elements): for element in elements { walk(element, found) }
        default: break
        }
    }

    private func resolve(_ reference: String, in document: JSONValue) -> JSONValue? {
        guard reference.hasPrefix("#/") else { return nil }
        var value: JSONValue? = document
        for part in reference.dropFirst(2).split(separator: "/") { value = value?[String(part)] }
        return value
    }
}
