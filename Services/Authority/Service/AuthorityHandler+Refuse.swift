import Bus
import Schema
import ServiceKit

extension AuthorityHandler {
    /// Refuses a node's request. A final refusal is stored, so that its repetition gets the same answer; one that may
    /// be different later is not.
    func refuse(
        _ request: NodeRequest, _ hash: [UInt8], _ replies: [ReplyAddress], _ error: BeaconBusError, _ link: BusLink
    ) {
        var entry = auditEntry(request, outcome: error.code.description)
        entry.reason = error.reason
        let made = entry
        if Self.isAskersOwn(error) { limiter.refused(request.node, link.now) }
        if error.code == .nodeUnexpected { noteUnexpected(request, link) }
        if Self.isFinal(error) {
            do {
                try unit(link) { store in
                    var stored = StoredRequest(hash: hash)
                    stored.answer = .refusal(error)
                    try store.put(request.node, request.id, stored, now)
                }
            } catch {
                // It is refused all the same; its repetition is judged anew.
            }
        }
        afterCommit { [unowned self] in
            refusals.write(made, asker: "\(request.node)", link.now)
            send(.refusal(error), replies, link)
        } else: { [unowned self] _ in
            refusals.write(made, asker: "\(request.node)", link.now)
            send(.refusal(error), replies, link)
        }
    }

    /// Whether the same request would be refused again, whatever happens meanwhile.
    static func isFinal(_ error: BeaconBusError) -> Bool {
        !error.retryable && !error.code.isOfStore && error.code != .requestConflict && error.code != .internalError
    }

    /// Whether a refusal counts against who asked: nothing that lies here or with others does.
    private static func isAskersOwn(_ error: BeaconBusError) -> Bool {
        isFinal(error) || error.code == .requestConflict
    }

    /// Sends an answer to all who wait for it.
    func send(_ answer: StoredRequest.Answer, _ replies: [ReplyAddress], _ link: BusLink) {
        if case .refusal(let error) = answer {
            counters.refuse(error.code)
            logger.warning(
                "refused", .topic(replies.first?.topic ?? ""), .code(error.code.description), .reason(error.reason))
        }
        for reply in replies {
            attempt("answer") {
                switch answer {
                case .refusal(let error): try link.refuse(reply, error)
                case .reply(let body):
                    // Without its braces the stored object is the members of the message.
                    let members = Array(body.bytes.dropFirst().dropLast())
                    try link.reply(to: reply) { head throws(BeaconBusError) in
                        try MessageCoder.encode(head, members: members)
                    }
                }
            }
        }
    }

    /// A node with a bootstrap certificate and without a record waits for an operator, as one that joins does.
    private func noteUnexpected(_ request: NodeRequest, _ link: BusLink) {
        guard request.node.description != Self.reservedNode else { return }
        _ = try? unit(link) { store in
            guard try store.node(request.node) == nil, try store.waitingCount() < AuthorityStore.maximumWaiting,
                try store.nodeCount() < AuthorityStore.maximumNodes
            else { return }
            try store.put(NodeRecord(node: request.node, state: .waiting, since: now))
        }
    }

    /// The name of the shared joining identity cannot be a node's.
    static let reservedNode = "join"

    func auditEntry(_ request: NodeRequest, outcome: String = "done") -> AuditEntry {
        var entry = AuditEntry(request.kind == .enrol ? "enrol" : "renew", now, outcome: outcome)
        entry.node = request.node
        entry.by = "\(request.asker.rawValue)_\(request.node)"
        entry.request = request.id
        entry.app = request.app
        entry.user = request.user
        entry.token = request.tokenMark
        return entry
    }
}
