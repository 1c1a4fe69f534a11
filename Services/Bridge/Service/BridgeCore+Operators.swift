import Bus
import Fleets
import Schema

/// What people ask of a room, and measured of it.
extension BridgeCore {
    /// Calibrations kept for rooms that may come.
    private static let mostCalibrations = 6_000

    /// What was measured of a node (R11); of one that is no room yet it is kept.
    func calibrate(_ id: NodeID, _ message: IncomingMessage, _ link: BusLink) throws {
        if let node = nodes[id] { return try node.core.received([message], link) }
        if message.payload.isEmpty {
            calibrations[id] = nil
        } else if calibrations[id] != nil || calibrations.count < Self.mostCalibrations {
            calibrations[id] = message
        } else {
            counters["droppedCalibrations", default: 0] += 1
        }
    }

    /// A command for a room: answered exactly once (D14). Those for other nodes are theirs.
    func obey(_ id: NodeID, _ command: NodeCommand, _ message: IncomingMessage, _ link: BusLink) throws {
        guard let node = nodes[id], !isStopping else { return }
        guard command != .discover else {
            return try node.core.answer(message, link) { address in
                try node.core.discover(message.decode(DiscoverCommand.self).body, address, link)
            }
        }
        try node.core.answer(message, link) { link, address, error in
            try link.reply(to: address, CommandOutcome(outcome: .refused, node: id, error: error))
        } _: { _ in
            throw BeaconBusError(
                .commandInvalid,
                reason: "\(id) is a room of \(node.room.fleet.title), and runs whenever its gateway does",
                suggestion: "Switch the gateway on or off, or leave its fleet out of bridge.fleets.")
        }
    }
}
