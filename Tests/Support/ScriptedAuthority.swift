public import Bus
public import Identity
public import Schema

/// An authority that signs with a real key and does what a test tells it: small, without disk and without checks of
/// its own beyond what a test wants to see.
public final class ScriptedAuthority: BusHandler {
    /// What becomes of one request.
    public enum Answer {
        case issues
        case refuses(BeaconBusError)
        /// It works, but its answer is lost.
        case isLost
        /// Nothing happens.
        case nothing
    }

    public let site: SiteID
    public let authority: CertificateAuthority
    /// What becomes of the next requests of each kind, first to last; then they are granted.
    public var enrolments: [Answer] = []
    public var renewals: [Answer] = []
    public var activations: [Answer] = []
    /// How long certificates are good for.
    public var life: Duration = .seconds(90 * 86_400)
    /// How long before now they begin.
    public var backdated: Duration = .seconds(60)
    /// Changes what is answered.
    public var tamper: ((inout CertificateReply) -> Void)?
    /// Tokens in the order they came.
    public private(set) var tokens: [String] = []
    public private(set) var requests: [String] = []
    /// Answers by request id: the same again for the same request.
    private var answers: [RequestID: (body: [String], reply: CertificateReply)] = [:]
    public private(set) var issued: [CertificateReply] = []
    public private(set) var active: [NodeID: CertificateSetID] = [:]
    /// Same id, other words: must never happen.
    public private(set) var conflicts = 0
    private var keys: [CertificateSetID: (lifecycle: PublicKey, scanner: PublicKey)] = [:]
    private var serial: UInt64 = 0
    private let clock: () -> WallTime

    public init(site: SiteID, authority: CertificateAuthority, clock: @escaping () -> WallTime) {
        self.site = site
        self.authority = authority
        self.clock = clock
    }

    public static func configuration(roots: Roots, site: SiteID) -> BusConfiguration {
        BusConfiguration(
            broker: BrokerAddress(host: "127.0.0.1", port: 1883),
            clientID: ClientID(kind: .service, site: site, ServiceName("authority")!), roots: roots, session: 1,
            subscriptions: [
                .commands(.enrol, in: roots), .commands(.renew, in: roots), .commands(.activate, in: roots),
            ])
    }

    public var now: WallTime { clock() }

    public func received(_ messages: [IncomingMessage], _ link: BusLink) throws {
        for message in messages {
            switch message.topic {
            case .enrol(let node): try enrol(node, message, link)
            case .renew(let node): try renew(node, message, link)
            case .activate(let node): try activate(node, message, link)
            default: break
            }
        }
    }

    private func enrol(_ node: NodeID, _ message: IncomingMessage, _ link: BusLink) throws {
        let (head, request) = try message.decode(EnrolRequest.self)
        requests.append("enrol \(head.id.map { _ in "id" } ?? "none")")
        tokens.append(request.token)
        let words = [request.token, request.requests.lifecycle, request.requests.scanner]
        try answer(
            enrolments.isEmpty ? .issues : enrolments.removeFirst(), node, request.requests, words, head, message, link)
    }

    private func renew(_ node: NodeID, _ message: IncomingMessage, _ link: BusLink) throws {
        let (head, request) = try message.decode(RenewRequest.self)
        requests.append("renew")
        if let id = head.id, let set = active[node], let key = keys[set]?.lifecycle {
            let bytes = IdentityProof.renewal(
                site: site, node: node, request: id, requestsHash: IdentityProof.requestsHash(request.requests))
            guard let signature = Base64.decode(request.proof), key.verifies(signature, of: bytes) else {
                return try refuse(message, head, .authorityRejected, link)
            }
        }
        let words = [request.proof, request.requests.lifecycle, request.requests.scanner]
        try answer(
            renewals.isEmpty ? .issues : renewals.removeFirst(), node, request.requests, words, head, message, link)
    }

    private func refuse(_ message: IncomingMessage, _ head: Head, _ code: ErrorCode, _ link: BusLink) throws {
        guard let address = try link.replyAddress(of: message, head) else { return }
        try link.refuse(address, BeaconBusError(code, reason: "scripted", suggestion: "Go on."))
    }

    private func answer(
        _ what: Answer, _ node: NodeID, _ csr: CertificateRequests, _ words: [String], _ head: Head,
        _ message: IncomingMessage, _ link: BusLink
    ) throws {
        guard let id = head.id, let address = try link.replyAddress(of: message, head) else { return }
        switch what {
        case .nothing: return
        case .refuses(let error): return try link.refuse(address, error)
        case .issues, .isLost: break
        }
        var reply: CertificateReply
        if let known = answers[id] {
            if known.body != words { conflicts += 1 }
            reply = known.reply
        } else {
            reply = try issue(node, csr)
            answers[id] = (words, reply)
            issued.append(reply)
            issuedCount[node, default: 0] += 1
        }
        if case .isLost = what { return }
        tamper?(&reply)
        try link.reply(to: address, reply)
    }

    /// How many pairs were issued for each node.
    public private(set) var issuedCount: [NodeID: Int] = [:]

    /// Takes a pair over that it did not issue itself, as an active one.
    public func adopt(_ node: NodeID, _ set: CertificateSetID, _ lifecycle: PublicKey, _ scanner: PublicKey) {
        keys[set] = (lifecycle, scanner)
        active[node] = set
    }

    /// A pair as the real one makes it.
    public func issue(_ node: NodeID, _ csr: CertificateRequests) throws -> CertificateReply {
        let lifecycle = try SigningRequest(pem: csr.lifecycle)
        let scanner = try SigningRequest(pem: csr.scanner)
        try lifecycle.check(for: ClientID(kind: .node, site: site, node))
        try scanner.check(for: ClientID(kind: .scanner, site: site, node))
        serial += 1
        let set = CertificateSetID(serial)
        keys[set] = (lifecycle.publicKey, scanner.publicKey)
        let end = now + life
        let chains = CertificateChains(
            lifecycle: try certificate(.node, node, lifecycle.publicKey, end),
            scanner: try certificate(.scanner, node, scanner.publicKey, end),
            bootstrap: try certificate(.bootstrap, node, lifecycle.publicKey, now + .seconds(3 * 365 * 86_400)),
            notAfter: end)
        return CertificateReply(set: set, chains: chains, issued: now)
    }

    /// One certificate, PEM.
    public func certificate(
        _ kind: ClientKind, _ node: NodeID, _ key: PublicKey, _ end: WallTime
    ) throws -> String {
        try authority.issue(
            .client, to: ClientID(kind: kind, site: site, node), publicKey: key, serial: SystemRandom.serial(),
            notBefore: now - backdated, notAfter: end
        ).pem
    }

    private func activate(_ node: NodeID, _ message: IncomingMessage, _ link: BusLink) throws {
        let (head, request) = try message.decode(ActivateRequest.self)
        requests.append("activate")
        guard let id = head.id, let address = try link.replyAddress(of: message, head) else { return }
        let what = activations.isEmpty ? Answer.issues : activations.removeFirst()
        switch what {
        case .nothing: return
        case .refuses(let error): return try link.refuse(address, error)
        case .issues, .isLost: break
        }
        let bytes = IdentityProof.activation(site: site, node: node, set: request.set, request: id)
        guard let keys = keys[request.set],
            let first = Base64.decode(request.lifecycleProof), keys.lifecycle.verifies(first, of: bytes),
            let second = Base64.decode(request.scannerProof), keys.scanner.verifies(second, of: bytes)
        else { return try refuse(message, head, .authorityRejected, link) }
        active[node] = request.set
        if case .isLost = what { return }
        let end = issued.first { $0.set == request.set }?.chains.notAfter ?? now
        try link.reply(to: address, ActivateReply(set: request.set, notAfter: end))
    }
}
