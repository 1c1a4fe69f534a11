import Identity
import Schema
import ServiceKit

/// `beaconctl cert issue`: a certificate for an observer, an operator or a site service.
enum CertificateIssue {
    private static let out = Option(
        "out", "PREFIX", .path, "Makes PREFIX.crt and PREFIX.key; neither may be there yet. Default: the client's name."
    )
    private static let request = Option(
        "request", "FILE", .path,
        "A certificate signing request (PEM) of whoever has the key; without it the key is made here.")
    private static let authority = Option(
        "authority-out", "FILE", .path, "Where the site's authority goes, for checking the broker. Default: nowhere.")
    private static let validates = Option(
        "validates", "APP", .identifier as ValueType<AppID>,
        "An app whose tokens it may judge, once the app's validator names it (\"beaconctl app add --validator mqtt --client\"); "
            + "may be repeated.")

    static let command = Command(
        "issue", "Issues a certificate for an observer, an operator or a site service.",
        discussion: """
            The key stays on this machine. For nodes see \"beaconctl node add\". Ends with 75 if the broker has not \
            confirmed that it lets the client in.
            """,
        options: [
            out, request, authority, validates, IdentityOptions.validity, IdentityOptions.json, OperatorSession.name,
        ], arguments: [IdentityOptions.client]
    ) { invocation in
        let client = invocation[IdentityOptions.client]
        let prefix = invocation[out] ?? "\(client)"
        let certificate = try NewFile("\(prefix).crt")
        let keyFile = invocation[request] == nil ? try NewFile("\(prefix).key") : nil
        let authorityFile = try invocation[authority].map { (path) throws(CommandFailure) in try NewFile(path) }
        let key = keyFile == nil ? nil : try PrivateKey.generate()
        let csr = try signingRequest(client, key, invocation[request])
        let apps = invocation[all: validates]
        let reply = try await AuthoritySession.with(invocation) { session in
            try await session.ask(
                .issue,
                IssueCommand(
                    client: client, request: csr.pem,
                    validity: invocation[IdentityOptions.validity]?.saturatedMilliseconds,
                    validates: apps.isEmpty ? nil : apps), as: IssueReply.self)
        }
        try check(reply, client, csr)
        if let key { try keyFile?.fill(key.pem()) }
        try certificate.fill(SecretBytes(text: reply.chain), mode: 0o644)
        try authorityFile?.fill(SecretBytes(text: reply.authority), mode: 0o644)
        let files = [certificate.path, keyFile?.path, authorityFile?.path].compactMap { $0 }
        StandardStream.output.write(
            invocation[IdentityOptions.json]
                ? Printable.json(json(client, reply, files)) + "\n"
                : "\(client): valid until \(IdentityText.time(reply.notAfter)) UTC\n"
                    + files.map { "  \($0)\n" }.joined())
        return IdentityText.end(admitting: reply.applied ?? true)
    }

    private static func signingRequest(_ client: ClientID, _ key: PrivateKey?, _ file: String?) throws -> SigningRequest
    {
        if let key { return try SigningRequest.make(for: client, key: key) }
        let text = String(
            decoding: try FileContents.read(file ?? "", limit: SigningRequest.maximumLength), as: UTF8.self)
        let request = try SigningRequest(pem: text)
        try request.check(for: client)
        return request
    }

    /// Whether the answer is what was asked for.
    static func check(_ reply: IssueReply, _ client: ClientID, _ request: SigningRequest) throws(BeaconBusError) {
        let chain = try Certificate.chain(pem: reply.chain)
        try TrustStore(pem: reply.authority).verify(chain, purpose: .client, at: chain[0].notBefore)
        guard chain[0].client == client, chain[0].publicKey == request.publicKey else {
            throw BeaconBusError(
                .certificateInvalid, reason: "the authority answered with a certificate for another name or key",
                suggestion: "Look at the authority's log.")
        }
    }

    private static func json(_ client: ClientID, _ reply: IssueReply, _ files: [String]) -> JSONValue {
        [
            "client": .string("\(client)"), "notAfter": .string("\(reply.notAfter)"),
            "files": .array(files.map { .string($0) }),
        ]
    }
}
