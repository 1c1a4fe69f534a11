import Schema
import ServiceKit

/// `beaconctl schema`: the contract of the bus, made from the types that speak it.
enum SchemaCommand {
    static let jsonSchema = Flag("json-schema", "Print JSON Schemas (2020-12): of MESSAGE, or of all in one document.")
    static let samples = Flag("samples", "Print one example a line: {\"message\": NAME, \"sample\": …}.")
    static let list = Flag("list", "Print the names of all messages.")
    static let message = Argument("MESSAGE", .optional(.text()), "The name of a message, such as CheckIn.")

    static let command = Command(
        "schema", "Prints the contract of the bus: the AsyncAPI 3.0 document, JSON Schemas, or samples.",
        discussion: "Without a flag it prints the AsyncAPI document.",
        options: [jsonSchema, samples, list], arguments: [message]
    ) { invocation in
        let name = invocation[message]
        if invocation[list] {
            return print(MessageCatalogue.all.map { $0.schema.name })
        }
        if invocation[samples] {
            let chosen = MessageSamples.all.filter { name == nil || $0.message == name }
            guard !chosen.isEmpty else { throw unknown(name) }
            return print(
                chosen.map { JSONValue.object(["message": .string($0.message), "sample": $0.sample]).description })
        }
        if invocation[jsonSchema] {
            guard let name else { return print([JSONSchemaDocument.bundle().prettyDescription]) }
            guard let document = JSONSchemaDocument.message(named: name) else { throw unknown(name) }
            return print([document.prettyDescription])
        }
        guard name == nil else {
            throw CommandFailure("a message is named, but not what to print: --json-schema or --samples", code: .usage)
        }
        return print([AsyncAPIDocument.document().prettyDescription])
    }

    private static func print(_ lines: [String]) -> ExitCode {
        _ = StandardStream.output.write(Array((lines.joined(separator: "\n") + "\n").utf8))
        return .success
    }

    private static func unknown(_ name: String?) -> CommandFailure {
        CommandFailure("no message is called \(quoted(name ?? "")); see beaconctl schema --list", code: .usage)
    }
}
