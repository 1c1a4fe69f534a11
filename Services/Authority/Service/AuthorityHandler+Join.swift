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
            let request = try checkJoin(asked.body, node)
            if let rate = limiter.take(node, link.now) { throw rate }
            let fingerprint = request.publicKey.fingerprint
            guard try isApproved(node, fingerprint, link) else {
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
                auditJoin(asked, error)
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
    private func isApproved(_ node: NodeID, _ fingerprint: String, _ link: BusLink) throws -> Bool {
        let now = now
        return try unit(link) { store in
            guard var record = try store.node(node) else {
                guard try store.waitingCount() < AuthorityStore.maximumWaiting,
                    try store.nodeCount() < AuthorityStore.maximumNodes
                else {
                    throw BeaconBusError(
                        .busy, reason: "\(AuthorityStore.maximumWaiting) machines wait for approval already",
                        suggestion: "Approve or forget some: beaconctl node list.")
                }
                var record = NodeRecord(node: node, state: .waiting, since: now)
                record.askingKey = fingerprint
                try store.put(record)
                logger.warning(
                    "a machine waits for approval", .node(node.description), .text("fingerprint", fingerprint))
                return false
            }
            switch record.state {
            case .banned: throw BeaconBusError.banned(node)
            case .known:
                guard record.isExpected(now), record.askingKey == fingerprint else { throw Self.taken(node) }
                return true
            case .revoked:
                record.askingKey = fingerprint
                try store.put(record)
                return false
            case .waiting:
                guard record.askingKey == nil || record.askingKey == fingerprint else { throw Self.taken(node) }
                record.askingKey = fingerprint
                try store.put(record)
                return false
            }
        }
    }

    private func joined(
        _ asked: Asked<JoinRequest>, _ hash: [UInt8], _ certificate: Certificate, _ link: BusLink
    ) throws {
        let node = asked.body.node
        let now = now
        let reply = JoinReply(chain: certificate.pem, notAfter: certificate.notAfter)
        let answer = StoredRequest.Answer.reply(try JSONValue(encoding: reply))
        try unit(link) { store in
            guard let record = try store.node(node), record.isExpected(now) else {
                throw BeaconBusError.unexpected(node)
            }
            try store.insert(IssuedCertificate(certificate, purpose: .bundle, node: node, now))
            var stored = StoredRequest(hash: hash)
            stored.answer = answer
            try store.put(node, asked.id, stored, now)
        }
        afterCommit { [unowned self] in
            counters.joined.add()
            auditJoin(asked, nil, serial: certificate.serial)
            send(answer, [asked.reply], link)
        } else: { [unowned self] error in
            send(.refusal(error), [asked.reply], link)
        }
    }

    private func auditJoin(_ asked: Asked<JoinRequest>, _ error: BeaconBusError?, serial: String? = nil) {
        var entry = AuditEntry("join", now, outcome: error?.code.description ?? "done")
        entry.node = asked.body.node
        entry.request = asked.id
        entry.reason = error?.reason
        entry.serials = serial.map { [$0] }
        audit.write(entry)
    }

    private static func taken(_ node: NodeID) -> BeaconBusError {
        BeaconBusError(
            .nodeBound, reason: "\(node) is another machine's name, or that of one that waits with another key",
            suggestion: "Take another name, or let an operator announce the machine: beaconctl node add \(node).")
    }
}
