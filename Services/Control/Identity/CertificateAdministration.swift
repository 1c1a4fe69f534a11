import Schema
import ServiceKit

/// `beaconctl cert …`: certificates of the site.
enum CertificateAdministration {
    static let command = Command(
        "cert", "Shows, issues, revokes and lists certificates.",
        subcommands: [CertificateShow.command, CertificateIssue.command, revoke, list])

    private static let only = Option(
        "client", "CLIENT", .identifier as ValueType<ClientID>, "Only those of this client.")
    private static let limit = Option("limit", "N", .integer(1...100_000), "At most so many. Default: 100.")

    private static let revoke = Command(
        "revoke", "Revokes the certificates of an observer, an operator or a service, and cuts it off.",
        discussion: """
            For a node see \"beaconctl node revoke\". The gate and the authority carry revocations out, and are refused: \
            for a new key remove theirs, run \"beaconctl site init\", and restart them.
            """,
        options: [IdentityOptions.reason, IdentityOptions.json, OperatorSession.name],
        arguments: [IdentityOptions.client]
    ) { invocation in
        let body = RevokeCommand(client: invocation[IdentityOptions.client], reason: invocation[IdentityOptions.reason])
        return try await AuthoritySession.with(invocation) { session in
            let reply = try await session.ask(.revoke, body, as: RevokeReply.self)
            let text =
                "\(reply.client): \(IdentityText.certificates(reply.certificates)) revoked"
                + IdentityText.cut(reply.duration) + "\n"
            StandardStream.output.write(
                invocation[IdentityOptions.json] ? try Printable.line(reply) : text)
            guard reply.duration == nil else { return .success }
            StandardStream.error.write(IdentityText.unconfirmed)
            return .temporaryFailure
        }
    }

    private static let list = Command(
        "list", "Lists issued certificates, newest first.", discussion: "With --json one object a line.",
        options: [only, limit, IdentityOptions.json, OperatorSession.name]
    ) { invocation in
        try await AuthoritySession.with(invocation) { session in
            var entries: [CertificateEntry] = []
            var left = invocation[limit] ?? 100
            var before: String?
            repeat {
                let page = try await session.ask(
                    .certificateList,
                    CertificateListCommand(client: invocation[only], before: before, limit: Int64(min(left, 100))),
                    as: CertificateListReply.self)
                left -= page.certificates.count
                if invocation[IdentityOptions.json] {
                    for entry in page.certificates {
                        StandardStream.output.write(try Printable.line(entry))
                    }
                } else {
                    entries += page.certificates
                }
                before = page.certificates.isEmpty ? nil : page.next
            } while before != nil && left > 0
            if !invocation[IdentityOptions.json] { StandardStream.output.write(text(entries)) }
            return .success
        }
    }

    static func text(_ entries: [CertificateEntry]) -> String {
        guard !entries.isEmpty else { return "There are no such certificates.\n" }
        var table = TextTable("CLIENT", "STATUS", "UNTIL", "ISSUED", "SERIAL")
        for entry in entries {
            table.add(
                "\(entry.client)", entry.status.rawValue, IdentityText.time(entry.notAfter),
                IdentityText.time(entry.issued), entry.serial)
        }
        return table.text
    }
}
