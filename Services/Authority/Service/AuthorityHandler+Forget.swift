import Bus
import Schema
import ServiceKit

extension AuthorityHandler {
    /// What was on its way when a node was forgotten has arrived after so long.
    static let clearingDelay = Duration.seconds(5)

    /// Revokes, cuts off, and removes all that is kept of a node, at the broker, too.
    ///
    /// Of one that only waits there is nothing at the broker, so nobody waits for it.
    func nodeForget(_ request: Request<NodeForgetCommand>, _ by: Operator, _ link: BusLink) throws {
        let node = request.body.node
        let now = now
        guard var record = try access.read(link.now, { try $0.node(node) }) else {
            guard request.body.standing == nil else { throw BeaconBusError.noNode(node) }
            return try forgetRoom(request, by, link)
        }
        let (certificates, isKnown) = try unit(link) { store in
            if let wanted = request.body.standing {
                let standing = record.standing(
                    active: try store.set(of: node, .active), pending: try store.set(of: node, .pending), now)
                guard standing == wanted else { throw Self.standsElse(node, standing) }
                if record.returns {
                    record.askingKey = nil
                    record.since = now
                    try store.put(record)
                    return (0, false)
                }
            }
            let certificates = try revokeAll(of: node, store, now)
            let isKnown = record.state != .waiting || certificates > 0
            try store.forget(node)
            if isKnown { try store.accessChanged() }
            return (certificates, isKnown)
        }
        note(.nodeForget, by) { $0.node = node }
        var reply = NodeChangeReply(node: node, standing: .revoked, certificates: Int64(certificates))
        guard isKnown else { return answer(request.reply, reply, by.topic, link) }
        whenApplied(request.reply, by, link) { [unowned self] duration in
            clearRetained(of: node, link)
            clearing.append((node, link.now + Self.clearingDelay))
            reply.duration = duration?.saturatedMilliseconds
            answerNow(request.reply, reply, link)
        }
    }

    private static func standsElse(_ node: NodeID, _ standing: NodeStanding) -> BeaconBusError {
        BeaconBusError(
            .commandInvalid, reason: "\(node) is \(standing.rawValue) by now",
            suggestion: "Look at `beaconctl node list`.", retryable: false)
    }

    /// Clears what a node left behind on the broker (R14).
    func clearRetained(of node: NodeID, _ link: BusLink) {
        var topics: [Topic] = [
            .nodeState(node), .nodeLost(node), .nodeDesired(node), .calibration(node), .scanner(node),
            .scannerLost(node), .beacons(node),
            .acknowledged(node),
        ]
        topics += (0..<BeaconPageNumber.count).compactMap { BeaconPageNumber($0) }.map { .beaconPage(node, $0) }
        for topic in topics {
            attempt("clearing") {
                try link.publish(
                    rawTopic: topic.path(in: link.roots), [], Delivery(retain: true, kept: true))
            }
        }
    }

    /// Clears again what a last message of a forgotten node may have brought back.
    func clearAgain(_ now: Instant, _ link: BusLink) {
        guard clearing.contains(where: { now >= $0.due }) else { return }
        let due = clearing.filter { now >= $0.due }
        clearing.removeAll { now >= $0.due }
        for entry in due {
            // It may have been announced again meanwhile.
            let record = try? access.read(link.now) { try $0.node(entry.node) }
            if record == .some(nil) { clearRetained(of: entry.node, link) }
        }
    }
}
