import Bus
import Schema
import ServiceKit

/// `beaconctl inbox`: what lies in inboxes.
enum InboxCommand {
    static let inbox = Argument(
        "INBOX", .optional(.identifier as ValueType<InboxID>), "The inbox; all if none is named.")
    static let json = Flag("json", "Print the documents as JSON, one a line.")

    static let command = Command(
        "inbox", "Shows the assets in inboxes; exit code 1 if there is none.", options: [json, OperatorSession.name],
        arguments: [inbox]
    ) { invocation in
        try await OperatorSession.with(invocation) { session, settings in
            let documents = try await RetainedDocuments.read(
                [.inboxes(invocation[inbox])], session, settings.roots)
            for (_, body) in documents {
                StandardStream.output.write(invocation[json] ? Printable.json(body) + "\n" : text(body))
            }
            if documents.isEmpty {
                StandardStream.error.write(
                    invocation[inbox].map { "There is no inbox \($0).\n" } ?? "There are no inboxes yet.\n")
            }
            return documents.isEmpty ? .failure : .success
        }
    }

    static func text(_ body: JSONValue) -> String {
        func count(_ key: String) -> Int64 { body[key]?.integerValue ?? 0 }
        let name = Printable.text(body["inbox"]?.stringValue ?? "?", limit: 32)
        let total = count("total")
        var text =
            "\(name): \(total) entr\(total == 1 ? "y" : "ies"), \(count("unread")) unread, \(count("kept")) kept\n"
        for entry in body["entries"]?.arrayValue ?? [] {
            let marks = [
                entry["unread"]?.boolValue == true ? "unread" : nil, entry["kept"]?.boolValue == true ? "kept" : nil,
                entry["expires"]?.stringValue.map { "until \(Printable.text($0, limit: 24))" },
            ].compactMap { $0 }.joined(separator: ", ")
            let asset = Printable.padded(Printable.text(entry["asset"]?.stringValue ?? "?", limit: 48), 32)
            text += "  \(Printable.text(entry["added"]?.stringValue ?? "?", limit: 24))  \(asset)  \(marks)\n"
        }
        return text
    }
}
