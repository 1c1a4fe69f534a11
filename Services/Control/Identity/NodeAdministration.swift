import Schema
import ServiceKit

/// `beaconctl node …`: who may be a node of the site.
enum NodeAdministration {
    static let command = Command(
        "node", "Announces, approves, revokes and lists the nodes of the site.",
        subcommands: [NodeAddition.command, NodeBundle.command, approve, revoke, forget, NodeList.command])

    private static let fingerprint = Option(
        "fingerprint", "HEX", .text(expected: "64 lower-case hex digits", accepts: isFingerprint),
        "Refuse unless this is the fingerprint of the key it asks with; the node shows it.")
    private static let ban = Flag("ban", "It may not enrol again, whoever adds or approves it, until it is forgotten.")

    private static let approve = Command(
        "approve", "Lets a node in that waits: one that asked without having been announced.",
        discussion: """
            \"beaconctl node list --standing waiting\" shows who waits, with the fingerprint each asks with. Ends with 75 \
            if the broker has not confirmed that it lets the node in.
            """,
        options: [fingerprint, IdentityOptions.json, OperatorSession.name], arguments: [IdentityOptions.node]
    ) { invocation in
        try await change(
            invocation, .nodeApprove,
            NodeApproveCommand(node: invocation[IdentityOptions.node], fingerprint: invocation[fingerprint]))
    }

    private static let revoke = Command(
        "revoke", "Revokes all certificates of a node and cuts its connections at once.",
        discussion: "It stays known, and may come again after \"beaconctl node add\"; with --ban it may not.",
        options: [ban, IdentityOptions.reason, IdentityOptions.json, OperatorSession.name],
        arguments: [IdentityOptions.node]
    ) { invocation in
        try await change(
            invocation, .nodeRevoke,
            NodeRevokeCommand(
                node: invocation[IdentityOptions.node], ban: invocation[ban] ? true : nil,
                reason: invocation[IdentityOptions.reason]), cuts: true)
    }

    private static let forget = Command(
        "forget", "Revokes a node, and removes all that is kept of it: its record, its retained topics, a ban.",
        options: [IdentityOptions.json, OperatorSession.name], arguments: [IdentityOptions.node]
    ) { invocation in
        try await change(
            invocation, .nodeForget, NodeForgetCommand(node: invocation[IdentityOptions.node]), cuts: true)
    }

    private static func change(
        _ invocation: Invocation, _ command: AuthorityCommand, _ body: some Message, cuts: Bool = false
    ) async throws -> ExitCode {
        try await AuthoritySession.with(invocation) { session in
            let reply = try await session.ask(command, body, as: NodeChangeReply.self)
            StandardStream.output.write(
                invocation[IdentityOptions.json]
                    ? try Printable.line(reply) : text(reply, forgotten: command == .nodeForget))
            guard cuts else { return IdentityText.end(admitting: reply.duration != nil) }
            guard reply.certificates > 0, reply.duration == nil else { return .success }
            StandardStream.error.write(IdentityText.unconfirmed)
            return .temporaryFailure
        }
    }

    static func text(_ reply: NodeChangeReply, forgotten: Bool = false) -> String {
        var text = "\(reply.node): \(forgotten ? "forgotten" : reply.standing.rawValue)"
        if reply.certificates > 0 {
            text += ", \(IdentityText.certificates(reply.certificates)) revoked" + IdentityText.cut(reply.duration)
        }
        return text + "\n"
    }

    @Sendable private static func isFingerprint(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
