import Schema
import ServiceKit

/// `beaconctl app test`: asks an app's validator as for an enrolment.
enum AppTest {
    private static let user = Option(
        "user", "USER", .identifier as ValueType<UserID>, "For whom. Default: owner.")
    private static let node = Option(
        "node", "NODE", .identifier as ValueType<NodeID>, "For which node. Default: test.")
    private static let token = Option(
        "token-file", "FILE", .path,
        "The token, in a file of mode 0600; - = standard input. Default: none, as when a certificate is renewed.")

    static let command = Command(
        "test", "Asks an app's validator as for an enrolment, and issues nothing.",
        discussion: "Ends with 1 if it says no. A one-time token is used up by it.",
        options: [user, node, token, IdentityOptions.json, OperatorSession.name], arguments: [IdentityOptions.app]
    ) { invocation in
        guard let user = invocation[user] ?? UserID("owner"), let node = invocation[node] ?? NodeID("test") else {
            preconditionFailure("Both words are identifiers.")
        }
        let token = try invocation[token].map { try SecretFile.readText($0) }
        let body = AppTestCommand(app: invocation[IdentityOptions.app], user: user, node: node, token: token)
        return try await AuthoritySession.with(invocation) { session in
            let reply = try await session.ask(.appTest, body, as: AppTestReply.self)
            StandardStream.output.write(
                invocation[IdentityOptions.json] ? try Printable.line(reply) : text(reply))
            return reply.valid ? .success : .failure
        }
    }

    static func text(_ reply: AppTestReply) -> String {
        guard !reply.valid else { return "Valid, after \(reply.duration) ms.\n" }
        let code = reply.code.map { "\($0)" } ?? "no code"
        let reason = reply.reason.map { ": " + Printable.text($0, limit: 200) } ?? ""
        return "Not valid, after \(reply.duration) ms: \(code)\(reason)\n"
    }
}
