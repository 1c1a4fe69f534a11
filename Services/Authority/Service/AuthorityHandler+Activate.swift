import Bus
import Identity
import Schema
import ServiceKit

extension AuthorityHandler {
    /// Puts a pair into use: the node has shown that it holds both new keys, over a connection made with one of them.
    ///
    /// It may be said again at any time: a pair in use is in use.
    func activate(_ message: IncomingMessage, _ node: NodeID, _ link: BusLink) {
        guard let asked = asked(message, as: ActivateRequest.self, link) else { return }
        let body = asked.body
        let topic = message.topicName
        do {
            try checkClock(link)
            if let rate = limiter.take(node, link.now) { throw rate }
            guard body.node == node else {
                throw BeaconBusError.field("node", "is \(body.node), the topic is of \(node)")
            }
            let set = try access.read(link.now) { try $0.set(body.set) }
            guard let set, set.node == node else { throw Self.noSuchPair(body.set) }
            try checkProofs(asked, set)
            let reply = ActivateReply(set: set.id, notAfter: set.notAfter)
            switch set.status {
            case .active:
                counters.repeated.add()
                afterCommit { [unowned self] in
                    attempt("reply") { try link.reply(to: asked.reply, reply) }
                } else: { [unowned self] error in
                    refuse(asked.reply, error, topic, link)
                }
            case .pending:
                try use(set, link)
                var entry = AuditEntry("activate", now)
                entry.node = node
                entry.request = asked.id
                entry.set = set.id
                afterCommit { [unowned self] in
                    counters.activated.add()
                    audit.write(entry)
                    logger.info("a pair is in use", .node(node.description), .text("set", set.id.description))
                    attempt("reply") { try link.reply(to: asked.reply, reply) }
                } else: { [unowned self] error in
                    refuse(asked.reply, error, topic, link)
                }
            case .superseded, .revoked, .expired: throw Self.noSuchPair(body.set)
            }
        } catch {
            let error = BeaconBusError.common(error)
            var entry = AuditEntry("activate", now, outcome: error.code.description)
            entry.node = node
            entry.request = asked.id
            entry.set = body.set
            entry.reason = error.reason
            refusals.write(entry, asker: "\(node)", link.now)
            refuse(asked.reply, error, topic, link)
        }
    }

    /// One transaction: this pair active, the older one superseded, the one-time bootstrap certificate dead.
    private func use(_ set: CertificateSet, _ link: BusLink) throws(BeaconBusError) {
        let now = now
        try unit(link) { store in
            guard var record = try store.node(set.node), record.state == .known else {
                throw BeaconBusError.unexpected(set.node)
            }
            if let older = try store.set(of: set.node, .active) { try store.setStatus(older.id, .superseded, now) }
            try store.setStatus(set.id, .active, now)
            record.app = set.app
            record.user = set.user
            record.expectedApp = nil
            record.expectedUser = nil
            record.expectedUntil = nil
            record.askingKey = nil
            record.since = now
            if try store.revoke(node: set.node, only: .bundle, now) > 0 {
                // Whoever holds a copy of the bundle must not stay connected with it.
                record.bootstrapEpoch = try store.nextEpoch()
            }
            try store.put(record)
        }
    }

    private func checkProofs(_ asked: Asked<ActivateRequest>, _ set: CertificateSet) throws(BeaconBusError) {
        let message = IdentityProof.activation(site: setup.site, node: set.node, set: set.id, request: asked.id)
        let proofs = [(asked.body.lifecycleProof, set.lifecycleKey), (asked.body.scannerProof, set.scannerKey)]
        for (proof, key) in proofs {
            guard IdentityProof.isValid(proof, of: message, by: try PublicKey(der: key)) else {
                throw BeaconBusError(
                    .authorityRejected, "The proof of possession is not valid",
                    reason: "it is not the signature of the pair's key over this request",
                    suggestion: "Sign with both keys of the pair that was issued.", retryable: false)
            }
        }
    }

    private static func noSuchPair(_ set: CertificateSetID) -> BeaconBusError {
        .noSuch(
            "the pair \(set), as one that may still come into use,",
            "Enrol again: a pair has to be used within an hour.")
    }
}
