public import Access
internal import Glibc
public import Identity
public import Schema
internal import Store

/// A site's authority for a test, without its service: the certificates, `access.json`, `crl.pem`, in the folders where
/// `beacon-gate` looks for them.
public final class ClosedSite {
    /// Certificate and key of one client, as files.
    public struct Pair: Sendable {
        public let certificate: String
        public let key: String
        public let serial: String

        public init(certificate: String, key: String, serial: String) {
            self.certificate = certificate
            self.key = key
            self.serial = serial
        }
    }

    /// The site's data folder.
    public let data: String
    public let roots: Roots
    public let authority: CertificateAuthority
    /// Who is in the document at the next ``publish()``.
    public var identities: [AccessIdentity] = []
    public private(set) var revision: UInt64 = 0
    public private(set) var listNumber: UInt64 = 0
    private var revoked: [(serial: String, at: WallTime)] = []
    private var pairs: [String: Pair] = [:]
    private var listTime: WallTime

    public var site: SiteID { roots.site }
    public var access: String { "\(data)/authority/access" }
    public var authorityFile: String { "\(data)/authority/ca.crt" }
    public var broker: String { "\(data)/broker" }
    public var applied: String { "\(data)/gate/applied.json" }

    /// Makes folders, an authority, and a first list that revokes nothing.
    public init(_ site: String, folder: String) throws {
        guard let id = SiteID(site) else { throw ChildProcess.Failure(description: "\(site) is no site") }
        data = "\(folder)/\(site)"
        roots = Roots(site: id)
        authority = try CertificateAuthority.make(site: id, now: .now(), life: .seconds(40 * 86_400))
        listTime = WallTime.now() - .seconds(3_000)
        for name in ["", "/authority", "/authority/access", "/broker", "/tls", "/gate"] { mkdir(data + name, 0o755) }
        try writeFile(authorityFile, authority.certificate.pem)
        try writeFile("\(broker)/authority.pem", authority.certificate.pem)
        try writeFile("\(broker)/crl.pem", try nextList())
        let server = try make(.server(names: ["localhost", "127.0.0.1"]), ClientID("svc.\(site).broker")!, "server")
        try writeFile("\(broker)/server.crt", try readFile(server.certificate))
        try writeFile("\(broker)/server.key", try readFile(server.key))
        try writeFile(
            "\(broker)/dynamic-security.json",
            String(decoding: DynamicSecurity.emptyFile(site: id, in: roots), as: UTF8.self))
    }

    /// The pair of a client, made at the first call; it is admitted with the next document unless said otherwise.
    @discardableResult
    public func pair(_ client: String, admitted: Bool = true, validates: [AppID]? = nil) throws -> Pair {
        if let pair = pairs[client] { return pair }
        guard let id = ClientID(client) else { throw ChildProcess.Failure(description: "\(client) is no client") }
        let pair = try make(.client, id, client)
        pairs[client] = pair
        if admitted { identities.append(AccessIdentity(client: id, validates: validates)) }
        return pair
    }

    /// A new pair of a name that has one.
    public func renew(_ client: String, notAfter: WallTime? = nil) throws -> Pair {
        guard let id = ClientID(client) else { throw ChildProcess.Failure(description: "\(client) is no client") }
        let pair = try make(.client, id, "\(client)-\(UInt32.random(in: 0 ... .max))", notAfter: notAfter)
        pairs[client] = pair
        return pair
    }

    /// Takes clients out of the next document, and their certificates' serial numbers into the next list.
    public func revoke(_ clients: [String]) {
        for client in clients {
            if let pair = pairs.removeValue(forKey: client) { revoke(serial: pair.serial) }
            identities.removeAll { $0.client.description == client }
        }
    }

    public func revoke(serial: String) { revoked.append((serial, .now())) }

    /// Writes list and document, the document last, each atomically.
    public func publish() throws {
        try publishList()
        try publishDocument()
    }

    public func publishList() throws { try put("crl.pem", try nextList()) }

    public func publishDocument() throws {
        revision += 1
        let document = AccessDocument(revision: revision, site: site, identities: identities)
        try put("access.json", String(decoding: document.bytes, as: UTF8.self))
    }

    /// Any text in the place of one of the two files.
    public func put(_ name: String, _ text: String) throws {
        try AtomicFile(path: "\(access)/\(name)").write(Array(text.utf8), mode: 0o644)
    }

    /// A further list; `thisUpdate` rises by at least a second, as it must, and lies in the past.
    public func nextList(life: Duration = .seconds(86_400), issued: WallTime? = nil, number: UInt64? = nil) throws
        -> String
    {
        listNumber = number ?? listNumber + 1
        listTime = issued ?? listTime + .seconds(1)
        return try authority.revocationList(
            revoked, number: listNumber, issued: listTime, nextUpdate: listTime + life)
    }

    private func make(
        _ profile: CertificateProfile, _ client: ClientID, _ name: String, notAfter: WallTime? = nil
    ) throws -> Pair {
        let key = try PrivateKey.generate()
        let now = WallTime.now()
        let certificate = try authority.issue(
            profile, to: client, publicKey: key.publicKey, serial: SystemRandom.serial(),
            notBefore: now - .seconds(60), notAfter: notAfter ?? now + .seconds(86_400))
        let base = "\(data)/tls/\(name)"
        try writeFile("\(base).crt", certificate.pem)
        try key.pem().withBytes { try writeFile("\(base).key", String(decoding: $0, as: UTF8.self)) }
        return Pair(certificate: "\(base).crt", key: "\(base).key", serial: certificate.serial)
    }
}
