import Bus
import Schema
import ServiceKit

extension AuthorityHandler {
    /// How long the retained state of a node that was cut off is waited for.
    static let lossPatience = Duration.seconds(10)

    /// Says in the place of a node that it is gone: a broker that cuts a client off by its rights publishes no will of
    /// it, so everybody would believe it to be there (D9).
    ///
    /// Its retained state tells of which session and connection; a newer one that comes after all is no loss.
    ///
    /// - Parameter kinds: under which names it was cut off: what it says under another one is no loss.
    func announceLoss(
        of node: NodeID, kinds: Set<ClientKind> = [.node, .scanner, .bootstrap], _ link: BusLink
    ) {
        losses[node] = (link.now + Self.lossPatience, kinds)
        link.subscribe([
            Subscription(.nodeState(node), in: link.roots), Subscription(.scanner(node), in: link.roots),
        ])
    }

    /// A state that was waited for.
    func takeState(_ message: IncomingMessage, of node: NodeID, _ link: BusLink) {
        takeRoom(message, of: node, link)
        guard let kinds = losses[node]?.kinds, !message.payload.isEmpty else { return }
        let connection: UInt64
        let head: Head
        let lost: Topic
        switch message.topic {
        case .nodeState:
            guard let (found, state) = try? message.decode(NodeStatus.self), state.online else { return }
            (head, connection, lost) = (found, state.connection, .nodeLost(node))
        case .scanner:
            guard let (found, state) = try? message.decode(ScannerStatus.self), state.online else { return }
            (head, connection, lost) = (found, state.connection, .scannerLost(node))
        default: return
        }
        guard let session = head.session, head.from.map({ kinds.contains($0.kind) }) ?? true else { return }
        attempt("lost") {
            try link.publish(lost, Lost(session: session, connection: connection), Delivery(retain: true, kept: true))
        }
    }

    /// Stops waiting for the states of nodes that were cut off a while ago.
    func endLosses(_ now: Instant, _ link: BusLink) {
        for (node, loss) in losses where now >= loss.due {
            losses[node] = nil
            link.unsubscribe([
                TopicFilter.nodeState(node).path(in: link.roots), TopicFilter.scanner(node).path(in: link.roots),
            ])
        }
    }
}
