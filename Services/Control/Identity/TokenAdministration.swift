import Identity
import Schema
import ServiceKit

/// `beaconctl token …`: one-time tokens of apps whose validator is file.
enum TokenAdministration {
    static let command = Command("token", "Makes one-time access tokens.", subcommands: [create])

    private static let count = Option("count", "N", .integer(1...100), "How many. Default: 1.")
    private static let file = Option(
        "out", "FILE", .path,
        "Where they go, one a line, mode 0600; it must not be there yet. Default: standard output.")

    private static let create = Command(
        "create", "Makes one-time tokens of an app whose validator is file; they are shown this once.",
        discussion: "Give one to the node (lifecycle.token.file), or to whoever answers its question.",
        options: [
            count, file, IdentityOptions.user, IdentityOptions.onlyNode, IdentityOptions.validity,
            IdentityOptions.json, OperatorSession.name,
        ], arguments: [IdentityOptions.app]
    ) { invocation in
        let place = try invocation[file].map { (path) throws(CommandFailure) in try NewFile(path) }
        let body = TokenCreateCommand(
            app: invocation[IdentityOptions.app], user: invocation[IdentityOptions.user],
            node: invocation[IdentityOptions.onlyNode],
            validity: invocation[IdentityOptions.validity]?.saturatedMilliseconds,
            count: invocation[count].map { Int64($0) })
        let reply = try await AuthoritySession.with(invocation) { session in
            try await session.ask(.tokenCreate, body, as: TokenCreateReply.self)
        }
        let lines = reply.tokens.map { $0 + "\n" }.joined()
        try place?.fill(SecretBytes(text: lines))
        if invocation[IdentityOptions.json] {
            var shown = try JSONValue(encoding: reply)
            if let place { shown = ["file": .string(place.path), "notAfter": .string("\(reply.notAfter)")] }
            StandardStream.output.write(Printable.json(shown) + "\n")
        } else {
            if place == nil { StandardStream.output.write(lines) }
            StandardStream.error.write("Good once, until \(IdentityText.time(reply.notAfter)) UTC.\n")
        }
        return .success
    }
}
