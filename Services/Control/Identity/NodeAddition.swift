import Identity
import Schema
import ServiceKit

/// `beaconctl node add`: announces a node, and makes the bundle it enrols with.
enum NodeAddition {
    private static let file = Option(
        "out", "FILE", .path, "Where the bundle goes, mode 0600; it must not be there yet. Default: standard output.")

    static let command = Command(
        "add", "Announces a node, and makes the bundle it enrols with: key, certificate and authority.",
        discussion: """
            The key is made here and never leaves this machine but in the bundle, which is a secret: who has it can enrol as \
            this node, once, until it expires (24 hours unless said otherwise). A node that is known may come again with \
            new keys after it. Ends with 75 if the broker has not confirmed that it lets the node in.
            """,
        options: [
            file, IdentityOptions.onlyApp, IdentityOptions.user, IdentityOptions.validity, IdentityOptions.json,
            OperatorSession.name,
        ], arguments: [IdentityOptions.node]
    ) { invocation in
        let place = try invocation[file].map { (path) throws(CommandFailure) in try NewFile(path) }
        return try await run(invocation, place)
    }

    private static func run(_ invocation: Invocation, _ place: NewFile?) async throws -> ExitCode {
        let node = invocation[IdentityOptions.node]
        let key = try PrivateKey.generate()
        let (site, reply) = try await AuthoritySession.with(invocation) { session in
            let client = ClientID(kind: .bootstrap, site: session.site, node)
            let reply = try await session.ask(
                .nodeAdd,
                NodeAddCommand(
                    node: node, request: SigningRequest.make(for: client, key: key).pem,
                    app: invocation[IdentityOptions.onlyApp], user: invocation[IdentityOptions.user],
                    validity: invocation[IdentityOptions.validity]?.saturatedMilliseconds), as: NodeAddReply.self)
            return (session.site, reply)
        }
        let bundle = try bundle(reply, key, ClientID(kind: .bootstrap, site: site, node))
        try place?.fill(bundle.pem())
        if invocation[IdentityOptions.json] {
            StandardStream.output.write(Printable.json(json(reply, bundle, place?.path)) + "\n")
        } else {
            // With the bundle on standard output, all that is for people goes to the other stream.
            if place == nil { StandardStream.output.write(bundle.pem().bytes) }
            (place == nil ? StandardStream.error : .output).write(advice(reply, site, place?.path))
        }
        return IdentityText.end(admitting: reply.applied ?? true)
    }

    /// The bundle, if the answer is what was asked for.
    static func bundle(
        _ reply: NodeAddReply, _ key: PrivateKey, _ client: ClientID
    ) throws(BeaconBusError) -> BootstrapBundle {
        let bundle = try BootstrapBundle(
            key: key, chain: Certificate.chain(pem: reply.chain), trust: TrustStore(pem: reply.authority))
        guard bundle.client == client else {
            throw BeaconBusError(
                .certificateInvalid,
                reason: "the authority answered with a certificate of \(bundle.client), not of \(client)",
                suggestion: "Look at the authority's log.")
        }
        return bundle
    }

    private static func json(_ reply: NodeAddReply, _ bundle: BootstrapBundle, _ path: String?) -> JSONValue {
        [
            "node": .string("\(reply.node)"), "notAfter": .string("\(reply.notAfter)"), "rebinds": .bool(reply.rebinds),
            "fingerprint": .string(bundle.key.publicKey.fingerprint), "file": path.map { .string($0) } ?? .null,
            "bundle": path == nil ? .string(String(decoding: bundle.pem().bytes, as: UTF8.self)) : .null,
        ]
    }

    /// What to do now, on the node.
    static func advice(_ reply: NodeAddReply, _ site: SiteID, _ path: String?) -> String {
        let known = reply.rebinds ? " It was known, and may come with new keys." : ""
        return """
            \(reply.node) is expected until \(IdentityText.time(reply.notAfter)) UTC.\(known)
            The bundle\(path.map { " \($0)" } ?? "") is a secret, and good once. On the node:
              1. Put it to /var/lib/beaconbus/identity/bootstrap.pem, for the services' user only:
                 install -o beaconbus -g beaconbus -m 0600 \(path ?? "BUNDLE") /var/lib/beaconbus/identity/bootstrap.pem
              2. Have the node.yaml of site \(site), which "beaconctl site init" wrote, as /etc/beaconbus/beaconbus.yaml, with
                 the name in it:
                 node:
                   id: \(reply.node)
              3. Start it: systemctl enable --now beacon-scanner beacon-lifecycle
            With "policy: automatic", as in node.yaml, it then asks for an access token: the observers on the bus, or what
            lifecycle.token.file or .command names. Without it: beaconctl start \(reply.node).
            "beaconctl node list" shows how it stands.

            """
    }
}
