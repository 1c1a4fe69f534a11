import Bus
import Identity
import Schema
import ServiceKit

extension AuthorityHandler {
    /// Lets a machine that nobody has announced wait for approval; an approved one gets its own bootstrap certificate.
    func join(_ message: IncomingMessage, _ node: NodeID, _ link: BusLink) {
        guard let asked = asked(message, as: JoinRequest.self, link) else { return }
        let topic = message.topicName
        let hash = Digest.sha256(Array("join:\(asked.body.node):\(asked.body.request)".utf8))
        let key = OpenRequest.Key(node: node, id: asked.id)
        do {
            guard try !repeats(key, hash, asked.reply, link).isSettled else { return }
            try checkClock(link)
            // Before anything of it is read: whoever has the shared bundle may send as much as he likes.
            let now = now
            let isApproved = try access.read(link.now) { try $0.node(node)?.isExpected(now) ?? false }
            if let rate = limiter.join(node, isApproved: isApproved, link.now) { throw rate }
            let request = try checkJoin(asked.body, node)
            let fingerprint = request.publicKey.fingerprint
            guard try mayCome(node, fingerprint, link) else {
                throw BeaconBusError.waits(node, fingerprint)
            }
            let term = try self.term(AuthoritySetup.bundleLife)
            let order = self.order(ClientID(kind: .bootstrap, site: setup.site, node), request, term)
            sign([order], link) { [unowned self] result, link in
                do {
                    try joined(asked, hash, try result.get()[0], link)
                } catch {
                    refuse(asked.reply, BeaconBusError.common(error), topic, link)
                }
            }
        } catch {
            let error = BeaconBusError.common(error)
            afterCommit { [unowned self] in
                auditRefusal(asked, error, link)
                refuse(asked.reply, error, topic, link)
            } else: { [unowned self] broken in
                refuse(asked.reply, broken, topic, link)
            }
        }
    }

    private func checkJoin(_ body: JoinRequest, _ node: NodeID) throws(BeaconBusError) -> SigningRequest {
        guard body.node == node else { throw .field("node", "is \(body.node), the topic is of \(node)") }
        guard node.description != Self.reservedNode else {
            throw BeaconBusError(
                .identifierInvalid, reason: "no node may be called \(node)", suggestion: "Take another name.")
        }
        let request = try SigningRequest(pem: body.request)
        try request.check(for: ClientID(kind: .bootstrap, site: setup.site, node))
        return request
    }

    /// Whether the machine may have its certificate; one that may not is noted as waiting, if there is room.
    private func mayCome(_ node: NodeID, _ fingerprint: String, _ link: BusLink) throws -> Bool {
        let now = now
        return try unit(link) { store in
            let known = try store.node(node)
            if known?.askingKey != fingerprint, let other = try store.node(asking: fingerprint), other != node {
                counters.joinsRefused.add()
                throw Self.twice(node, other)
            }
            guard let record = known else {
                guard try store.waitingCount() < AuthorityStore.maximumWaiting,
                    try store.nodeCount() < AuthorityStore.maximumNodes
                else {
                    throw BeaconBusError(
                        .busy, reason: "\(AuthorityStore.maximumWaiting) machines wait for approval already",
                        suggestion: "Approve or forget some: beaconctl node list.")
                }
                try noteWaiting(NodeRecord(node: node, state: .waiting, since: now), fingerprint, store)
                return false
            }
            switch record.state {
            case .banned: throw BeaconBusError.banned(node)
            case .known:
                guard record.isExpected(now), record.askingKey == fingerprint else { throw Self.taken(node) }
                return true
            case .revoked, .waiting:
                guard record.askingKey == nil || record.askingKey == fingerprint else { throw Self.taken(node) }
                guard record.askingKey == nil else { return false }
                try noteWaiting(record, fingerprint, store)
                return false
            }
        }
    }

    private func noteWaiting(_ record: NodeRecord, _ fingerprint: String, _ store: AuthorityStore) throws {
        var record = record
        record.askingKey = fingerprint
        record.since = now
        try store.put(record)
        logger.warning(
            record.state == .revoked ? "a revoked node asks to come back" : "a machine waits for approval",
            .node(record.node.description), .text("fingerprint", fingerprint))
    }

    private func joined(
        _ asked: Asked<JoinRequest>, _ hash: [UInt8], _ certificate: Certificate, _ link: BusLink
    ) throws {
        let node = asked.body.node
        let now = now
        let reply = JoinReply(chain: certificate.pem, notAfter: certificate.notAfter)
        let answer = StoredRequest.Answer.reply(try JSONValue(encoding: reply))
        try unit(link) { store in
            guard let record = try store.node(node), record.isExpected(now),
                record.askingKey == certificate.publicKey.fingerprint
            else {
                throw BeaconBusError.unexpected(node)
            }
            try store.insert(IssuedCertificate(certificate, purpose: .bundle, node: node, now))
            var stored = StoredRequest(hash: hash)
            stored.answer = answer
            try store.put(node, asked.id, stored, now)
        }
        afterCommit { [unowned self] in
            counters.joined.add()
            var entry = auditEntry(asked)
            entry.serials = [certificate.serial]
            audit.write(entry)
            send(answer, [asked.reply], link)
        } else: { [unowned self] error in
            send(.refusal(error), [asked.reply], link)
        }
    }

    private func auditEntry(_ asked: Asked<JoinRequest>, outcome: String = "done") -> AuditEntry {
        var entry = AuditEntry("join", now, outcome: outcome)
        entry.node = asked.body.node
        entry.request = asked.id
        return entry
    }

    private func auditRefusal(_ asked: Asked<JoinRequest>, _ error: BeaconBusError, _ link: BusLink) {
        var entry = auditEntry(asked, outcome: error.code.description)
        entry.reason = error.reason
        // Only of one that waits the name is its own; otherwise all are one asker, as their certificate is one.
        let isWaiting = error.code == .approvalPending
        refusals.write(entry, asker: isWaiting ? "join \(asked.body.node)" : "join", link.now)
    }

    private static func twice(_ node: NodeID, _ other: NodeID) -> BeaconBusError {
        BeaconBusError(
            .nodeBound, reason: "the key with which \(node) asks waits under another name already, \(other)",
            suggestion: "A machine has one name. Let an operator drop the other one: beaconctl node forget \(other).")
    }

    private static func taken(_ node: NodeID) -> BeaconBusError {
        BeaconBusError(
            .nodeBound, reason: "\(node) is another machine's name, or that of one that waits with another key",
            suggestion: "Take another name, or let an operator announce the machine: beaconctl node add \(node).")
    }
}
