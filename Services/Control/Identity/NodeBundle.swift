import Identity
import Schema
import ServiceKit

/// `beaconctl node bundle`: with which machines that nobody has announced may ask to become nodes.
enum NodeBundle {
    private static let file = Option(
        "out", "FILE", .path, "Where the bundle goes, mode 0600; it must not be there yet. Default: standard output.")

    static let command = Command(
        "bundle", "Makes one bundle for many machines, with which they may ask to become nodes.",
        discussion: """
            It is the same for all of them and lets a machine ask, nothing else: each then waits until somebody approves it \
            ("beaconctl node list --standing waiting", "beaconctl node approve"). It is good for 90 days unless said \
            otherwise, or until "beaconctl cert revoke boot.SITE.join". For one known node "beaconctl node add" is safer.
            """,
        options: [file, IdentityOptions.validity, IdentityOptions.json, OperatorSession.name]
    ) { invocation in
        let place = try invocation[file].map { (path) throws(CommandFailure) in try NewFile(path) }
        return try await run(invocation, place)
    }

    private static func run(_ invocation: Invocation, _ place: NewFile?) async throws -> ExitCode {
        let key = try PrivateKey.generate()
        let reply = try await AuthoritySession.with(invocation) { session in
            guard let client = ClientID(kind: .bootstrap, site: session.site, name: Requester.joining.name) else {
                preconditionFailure("The word is an identifier.")
            }
            let request = try SigningRequest.make(for: client, key: key)
            let reply = try await session.ask(
                .issue,
                IssueCommand(
                    client: client, request: request.pem,
                    validity: (invocation[IdentityOptions.validity] ?? .seconds(90 * 86_400)).saturatedMilliseconds),
                as: IssueReply.self)
            try CertificateIssue.check(reply, client, request)
            return reply
        }
        let bundle = try BootstrapBundle(
            key: key, chain: Certificate.chain(pem: reply.chain), trust: TrustStore(pem: reply.authority))
        try place?.fill(bundle.pem())
        if invocation[IdentityOptions.json] {
            let text = String(decoding: bundle.pem().bytes, as: UTF8.self)
            let shown: JSONValue = [
                "notAfter": .string("\(reply.notAfter)"), "file": place.map { .string($0.path) } ?? .null,
                "bundle": place == nil ? .string(text) : .null,
            ]
            StandardStream.output.write(Printable.json(shown) + "\n")
        } else {
            if place == nil { StandardStream.output.write(bundle.pem().bytes) }
            (place == nil ? StandardStream.error : .output).write(
                """
                Machines may ask with \(place?.path ?? "it") until \(IdentityText.time(reply.notAfter)) UTC. Put it to \
                /var/lib/beaconbus/identity/bootstrap.pem, as "beaconctl node add --help" says.

                """)
        }
        return IdentityText.end(admitting: reply.applied ?? true)
    }
}
