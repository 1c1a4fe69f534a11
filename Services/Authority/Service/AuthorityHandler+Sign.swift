import Bus
import Identity
import Schema
import ServiceKit

extension AuthorityHandler {
    /// Orders the node's three certificates: its pair, and the one with which it comes back after that has expired.
    func sign(_ opened: OpenRequest, _ link: BusLink) {
        do throws(BeaconBusError) {
            let life = min(opened.app.life ?? setup.life, setup.life)
            let term = try self.term(life)
            let comeback = try self.term(max(life, setup.comebackLife))
            let node = opened.request.node
            let orders = [
                order(ClientID(kind: .node, site: setup.site, node), opened.pair.lifecycle, term),
                order(ClientID(kind: .scanner, site: setup.site, node), opened.pair.scanner, term),
                order(ClientID(kind: .bootstrap, site: setup.site, node), opened.pair.lifecycle, comeback),
            ]
            sign(orders, link) { [unowned self] result, link in
                switch result {
                case .success(let certificates): issue(opened, certificates, link)
                case .failure(let error): close(opened, error, link)
                }
            }
        } catch {
            close(opened, error, link)
        }
    }

    func term(_ life: Duration) throws(BeaconBusError) -> CertificateTerm {
        let authority = setup.authority.certificate
        return try CertificateTerm(
            now: now, life: life, authorityFrom: authority.notBefore, authorityTo: authority.notAfter)
    }

    func order(_ client: ClientID, _ request: SigningRequest, _ term: CertificateTerm) -> CertificateOrder {
        CertificateOrder(
            client: client, request: request, notBefore: term.notBefore, notAfter: term.notAfter,
            serial: SystemRandom.serial())
    }

    /// Has certificates made; `then` is called exactly once, maybe at once, with certificates that are what was ordered.
    func sign(
        _ orders: [CertificateOrder], _ link: BusLink,
        then: @escaping (Result<[Certificate], BeaconBusError>, BusLink) -> Void
    ) {
        let authority = setup.authority.certificate
        let now = now
        let check: (Result<[Certificate], BeaconBusError>) -> Result<[Certificate], BeaconBusError> = { result in
            result.flatMap { certificates in
                do throws(BeaconBusError) {
                    try IssueCheck.check(certificates, orders, authority: authority, at: now)
                    return .success(certificates)
                } catch {
                    return .failure(error)
                }
            }
        }
        let ticket = nextTicket()
        switch signer.sign(orders, ticket: ticket, at: now) {
        case .settled(let result): then(check(result), link)
        case .waiting: signing[ticket] = { result, link in then(check(result), link) }
        }
    }

    /// Stores the pair, spends the token, and remembers the answer: one transaction, so that one token gives one pair.
    private func issue(_ opened: OpenRequest, _ certificates: [Certificate], _ link: BusLink) {
        let request = opened.request
        let now = now
        do {
            let set = CertificateSetID.random(using: &generator)
            let reply = CertificateReply(
                set: set,
                chains: CertificateChains(
                    lifecycle: certificates[0].pem, scanner: certificates[1].pem, bootstrap: certificates[2].pem,
                    notAfter: certificates[0].notAfter), issued: now)
            let answer = StoredRequest.Answer.reply(try JSONValue(encoding: reply))
            try unit(link) { store in
                // Much may have happened while validator and signer were asked.
                let facts = try facts(of: request, store, rate: nil)
                try NodeDecision.recheck(request, facts, opened.pair)
                guard facts.app?.isEnabled ?? false else { throw BeaconBusError.appGone(opened.app.app) }
                try opened.use.spend(
                    in: store.database, app: opened.app.app, node: request.node, request: request.id, at: now)
                if let older = try store.set(of: request.node, .pending) {
                    try store.setStatus(older.id, .revoked, now)
                    _ = try store.revoke(set: older.id, now)
                    try store.endSessions(of: request.node)
                }
                try store.insert(CertificateSet(set, opened, certificates, now))
                let purposes: [IssuedCertificate.Purpose] = [.pair, .pair, .comeback]
                for (certificate, purpose) in zip(certificates, purposes) {
                    try store.insert(
                        IssuedCertificate(certificate, purpose: purpose, node: request.node, set: set, now))
                }
                var stored = StoredRequest(hash: opened.hash)
                stored.answer = answer
                try store.put(request.node, request.id, stored, now)
            }
            open[opened.key] = nil
            var entry = auditEntry(request)
            entry.set = set
            entry.serials = certificates.map(\.serial)
            afterCommit { [unowned self] in
                (request.kind == .enrol ? counters.enrolled : counters.renewed).add()
                audit.write(entry)
                logger.info(
                    "certificates issued", .node(request.node.description), .text("set", set.description),
                    .text("notAfter", certificates[0].notAfter.description))
                send(answer, opened.replies, link)
            } else: { [unowned self] error in
                refuse(request, opened.hash, opened.replies, error, link)
            }
        } catch {
            close(opened, BeaconBusError.common(error), link)
        }
    }
}

extension BeaconBusError {
    static func appGone(_ app: AppID) -> BeaconBusError {
        BeaconBusError(
            .appUnknown, reason: "the app \(app) was disabled meanwhile",
            suggestion: "Look at `beaconctl app list`.")
    }
}
