import Schema
import ServiceKit

/// `beaconctl node list`.
enum NodeList {
    private static let standing = Option(
        "standing", "WORD", .choice() as ValueType<NodeStanding>,
        "Only those that stand so: \(NodeStanding.allCases.map(\.rawValue).joined(separator: ", ")).")

    static let command = Command(
        "list", "Lists the nodes as the authority knows them.",
        discussion: "With --json one object a line.", options: [standing, IdentityOptions.json, OperatorSession.name]
    ) { invocation in
        try await AuthoritySession.with(invocation) { session in
            var entries: [NodeEntry] = []
            var after: NodeID?
            repeat {
                let page = try await session.ask(
                    .nodeList, NodeListCommand(after: after, limit: 100, standing: invocation[standing]),
                    as: NodeListReply.self)
                if invocation[IdentityOptions.json] {
                    for entry in page.nodes { StandardStream.output.write(try Printable.line(entry)) }
                } else {
                    entries += page.nodes
                }
                after = page.next
            } while after != nil
            if !invocation[IdentityOptions.json] { StandardStream.output.write(text(entries)) }
            return .success
        }
    }

    static func text(_ entries: [NodeEntry]) -> String {
        guard !entries.isEmpty else { return "There are no such nodes.\n" }
        var table = TextTable("NODE", "STANDING", "UNTIL", "SINCE", "APP", "USER", "KEY")
        for entry in entries {
            table.add(
                "\(entry.node)", entry.returns ?? false ? "waiting, revoked" : entry.standing.rawValue,
                IdentityText.time(entry.notAfter),
                IdentityText.time(entry.since), entry.app.map { "\($0)" } ?? "-", entry.user.map { "\($0)" } ?? "-",
                IdentityText.short(entry.fingerprint))
        }
        return table.text
    }
}
