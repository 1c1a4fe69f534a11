import Bus
import Schema

extension AuthorityHandler {
    /// What was on its way when a node was forgotten has arrived after so long.
    static let clearingDelay = Duration.seconds(5)

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
