import Schema
import ServiceKit

/// `beaconctl node …`: who may be a node of the site.
enum NodeAdministration {
    static let command = Command(
        "node", "Announces, approves, revokes and lists the nodes of the site.",
        subcommands: [NodeAddition.command, NodeBundle.command, approve, revoke, forget, NodeList.command])

    private static let fingerprint = Option(
        "fingerprint", "HEX", .text(expected: "16 to 64 hex digits", accepts: isFingerprint),
        "Refuse unless the fingerprint of the key it asks with begins so; the machine shows it. Needed for a node that had "
            + "certificates before.")
    private static let standing = Option(
        "standing", "WORD", .text(expected: "waiting", accepts: { $0 == NodeStanding.waiting.rawValue }),
        "In place of NODE: all that wait. Those that were revoked before stay revoked.")
    private static let node = Argument("NODE", .optional(.identifier as ValueType<NodeID>), "The node.")
    private static let ban = Flag("ban", "It may not enrol again, whoever adds or approves it, until it is forgotten.")

    private static let approve = Command(
        "approve", "Lets a node in that waits: one that asked without having been announced.",
        discussion: """
            "beaconctl node list --standing waiting" shows who waits, with the fingerprint each asks with. Anybody with the \
            joining bundle may ask under any name: compare with what the machine itself shows in its log. Ends with 75 if \
            the broker has not confirmed that it lets the node in.
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
        discussion: """
            With --standing waiting it is those that wait for approval, all of them, and nothing is asked. A room of another \
            fleet is forgotten as well, and taken in anew when it hears a beacon again.
            """,
        options: [standing, IdentityOptions.json, OperatorSession.name], arguments: [node]
    ) { invocation in
        switch (invocation[node], invocation[standing]) {
        case (let node?, nil): try await change(invocation, .nodeForget, NodeForgetCommand(node: node), cuts: true)
        case (nil, .some): try await WaitingMachines.forget(invocation)
        default: throw CommandFailure("Say either NODE or --standing waiting.", code: .usage)
        }
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
        if let fingerprint = reply.fingerprint { text += ", with the key \(fingerprint)" }
        if reply.certificates > 0 {
            text += ", \(IdentityText.certificates(reply.certificates)) revoked" + IdentityText.cut(reply.duration)
        }
        return text + "\n"
    }

    @Sendable private static func isFingerprint(_ text: String) -> Bool {
        (16...64).contains(text.utf8.count) && text.unicodeScalars.allSatisfy(\.properties.isASCIIHexDigit)
    }
}
