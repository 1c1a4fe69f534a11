import Identity
import Schema

/// Whether a node may have certificates, as far as the authority itself can tell: everything that comes before the token
/// is shown to a validator, in the one order that is agreed. Pure.
enum NodeDecision {
    /// Runs all checks.
    ///
    /// - Throws: the first reason why not: `messageInvalid`, `tokenMissing`, `appUnknown`, `csrInvalid`, `rateLimited`,
    ///   `nodeBanned`, `nodeUnexpected`, `nodeBound`, `certificateExpired`, `authorityRejected`.
    static func check(_ request: NodeRequest, _ facts: NodeFacts) throws -> CheckedPair {
        try checkForm(request)
        let app = try app(of: request, facts)
        let (lifecycle, scanner) = try signingRequests(request, facts.site)
        if let rate = facts.rate { throw rate }
        try checkStanding(request, facts)
        let fingerprints = [lifecycle.publicKey.fingerprint, scanner.publicKey.fingerprint]
        if try facts.isKeyOfAnother(fingerprints) { throw BeaconBusError.keyOfAnother(request.node) }
        let user = try user(of: request, facts)
        var chainBegan: WallTime?
        if request.kind == .renew { chainBegan = try checkPossession(request, facts) }
        return CheckedPair(
            lifecycle: lifecycle, scanner: scanner, app: app, user: user, chainBegan: chainBegan)
    }

    /// Judges again what may have changed while validator and signer were asked: how the node stands, whose the keys
    /// are, and for a renewal whether it was asked with the key that is still in use.
    ///
    /// - Throws: the same as ``check(_:_:)``.
    static func recheck(_ request: NodeRequest, _ facts: NodeFacts, _ pair: CheckedPair) throws {
        try checkStanding(request, facts)
        if try facts.isKeyOfAnother(pair.fingerprints) { throw BeaconBusError.keyOfAnother(request.node) }
        if request.kind == .renew { _ = try checkPossession(request, facts) }
    }

    /// What can be said without any record.
    private static func checkForm(_ request: NodeRequest) throws(BeaconBusError) {
        guard request.named == request.node else {
            throw .field("node", "is \(request.named), the topic is of \(request.node)")
        }
        guard request.kind == .enrol else { return }
        guard let token = request.token, !token.isEmpty else {
            throw BeaconBusError(
                .tokenMissing, reason: "the request carries an empty token",
                suggestion: "Ask an observer, or give the node a token by file or command.")
        }
    }

    private static func app(of request: NodeRequest, _ facts: NodeFacts) throws(BeaconBusError) -> AppID {
        if let app = facts.app, app.isEnabled { return app.app }
        if request.kind == .renew, facts.record?.app == nil { throw .unexpected(request.node) }
        let name = request.app.map { "the app \($0)" } ?? "the node's app"
        throw BeaconBusError(
            .appUnknown, reason: "\(name) is \(facts.app == nil ? "not known here" : "disabled")",
            suggestion: "Look at `beaconctl app list`; the node names its app in lifecycle.app.")
    }

    /// Names, keys, and nothing else in them: what the node is comes from its topic and from our records only.
    private static func signingRequests(
        _ request: NodeRequest, _ site: SiteID
    ) throws(BeaconBusError) -> (lifecycle: SigningRequest, scanner: SigningRequest) {
        let lifecycle = try SigningRequest(pem: request.requests.lifecycle)
        try lifecycle.check(for: ClientID(kind: .node, site: site, request.node))
        let scanner = try SigningRequest(pem: request.requests.scanner)
        try scanner.check(for: ClientID(kind: .scanner, site: site, request.node))
        guard lifecycle.publicKey != scanner.publicKey else {
            throw BeaconBusError(
                .csrInvalid, reason: "lifecycle and scanner ask with the same key",
                suggestion: "Make a key of its own for each.")
        }
        return (lifecycle, scanner)
    }

    /// Whether the node may come at all, and as who it asks.
    private static func checkStanding(_ request: NodeRequest, _ facts: NodeFacts) throws(BeaconBusError) {
        guard let record = facts.record, record.state != .waiting else { throw .unexpected(request.node) }
        switch record.state {
        case .waiting, .revoked: throw .unexpected(request.node)
        case .banned: throw .banned(request.node)
        case .known: break
        }
        if request.kind == .renew {
            guard let active = facts.active else { throw .unexpected(request.node) }
            guard facts.now < active.notAfter else {
                throw BeaconBusError(
                    .certificateExpired, reason: "the pair of \(request.node) ended at \(active.notAfter)",
                    suggestion: "Enrol with a token.")
            }
            return
        }
        if record.isExpected(facts.now) {
            try checkExpectation(request, record)
            return
        }
        // One that was announced and did not come in time is nobody any more.
        guard let active = facts.active else { throw .unexpected(request.node) }
        guard request.asker == .node || facts.now >= active.notAfter else {
            throw BeaconBusError(
                .nodeBound, reason: "\(request.node) uses a pair of certificates, and this is not asked with it",
                suggestion: "If the node was set up anew, announce it again: beaconctl node add \(request.node).")
        }
        try checkBinding(request, app: record.app, user: record.user)
    }

    private static func checkExpectation(_ request: NodeRequest, _ record: NodeRecord) throws(BeaconBusError) {
        try checkBinding(request, app: record.expectedApp, user: record.expectedUser)
    }

    private static func checkBinding(_ request: NodeRequest, app: AppID?, user: UserID?) throws(BeaconBusError) {
        if let app, app != request.app {
            throw BeaconBusError(
                .nodeBound, reason: "\(request.node) belongs to another app than \(request.app?.description ?? "none")",
                suggestion: "Correct lifecycle.app, or announce the node again for that app.")
        }
        if let user, user != request.user {
            throw BeaconBusError(
                .nodeBound,
                reason: "\(request.node) belongs to another user than \(request.user?.description ?? "none")",
                suggestion: "Correct lifecycle.user, or announce the node again for that user.")
        }
    }

    private static func user(of request: NodeRequest, _ facts: NodeFacts) throws(BeaconBusError) -> UserID {
        guard let user = request.user else { throw .unexpected(request.node) }
        return user
    }

    /// The proof of the current key, and whether a token is due by now; when the chain began.
    private static func checkPossession(
        _ request: NodeRequest, _ facts: NodeFacts
    ) throws(BeaconBusError) -> WallTime {
        guard let active = facts.active else { throw .unexpected(request.node) }
        guard facts.now - active.chainBegan <= facts.maxChainAge else {
            throw BeaconBusError(
                .tokenMissing, "A token is due", reason: "the last one was given at \(active.chainBegan)",
                suggestion: "Enrol with a token at the next start.")
        }
        let key = try PublicKey(der: active.lifecycleKey)
        let message = IdentityProof.renewal(
            site: facts.site, node: request.node, request: request.id, requestsHash: request.requestsHash)
        guard IdentityProof.isValid(request.proof ?? "", of: message, by: key) else {
            throw BeaconBusError(
                .authorityRejected, "The proof of possession is not valid",
                reason: "it is not the current lifecycle key's signature over this request",
                suggestion: "Renew with the key of the active pair, or enrol with a token.", retryable: false)
        }
        return active.chainBegan
    }
}
