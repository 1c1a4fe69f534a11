import Bus
import Schema
import ServiceKit
import Store

extension DispatchHandler {
    /// A node is told at most this often how far its journal is stored: 10/s.
    static let acknowledgeInterval: Duration = .milliseconds(100)
    static let inboxInterval: Duration = .milliseconds(200)

    /// Tells nodes how far their journals are stored; gives the time of the next that has to wait.
    func acknowledge(_ now: Instant, _ link: BusLink) -> Instant? {
        for node in engine.toClear {
            attempt("cleared acknowledgement") { () throws(BeaconBusError) in
                try link.clearRetained(.acknowledged(node))
            }
            acknowledgedAt.removeValue(forKey: node)
        }
        engine.toClear = []
        var next: Instant?
        for node in engine.toAcknowledge {
            if let due = acknowledgedAt[node].map({ $0 + Self.acknowledgeInterval }), due > now {
                next = min(next ?? due, due)
                continue
            }
            engine.toAcknowledge.remove(node)
            guard let journal = engine.journals[node],
                let stream = engine.streams[DispatchEngine.StreamName(node: node, journal: journal)]
            else { continue }
            acknowledgedAt[node] = now
            attempt("acknowledged") { () throws(BeaconBusError) in
                try link.setRetained(
                    .acknowledged(node), Acknowledged(node: node, journal: journal, through: stream.through))
            }
        }
        return next
    }

    /// Publishes the inboxes that changed.
    func publishInboxes(_ now: Instant, _ link: BusLink) -> Instant? {
        guard !engine.changedInboxes.isEmpty else { return nil }
        if let due = inboxesAt.map({ $0 + Self.inboxInterval }), due > now { return due }
        inboxesAt = now
        for inbox in engine.changedInboxes {
            do {
                if let message = try InboxMessage.make(inbox, engine.ledger) {
                    try link.setRetained(.inbox(inbox), message)
                } else {
                    try link.clearRetained(.inbox(inbox))
                }
                engine.changedInboxes.remove(inbox)
            } catch {
                // It stays on the list, and goes out when there is room.
                logger.warning("an inbox could not be published", .text("inbox", inbox.description), .error(error))
            }
        }
        return engine.changedInboxes.isEmpty ? nil : now + Self.inboxInterval
    }

    /// Hands something to the bus; what it refuses is logged, and goes out with the next change.
    func attempt(_ what: StaticString, _ body: () throws(BeaconBusError) -> Void) {
        do throws(BeaconBusError) {
            try body()
        } catch {
            logger.warning(
                "a message could not be handed to the bus", .text("message", what.description),
                .code(error.code.description), .reason(error.reason))
        }
    }
}
