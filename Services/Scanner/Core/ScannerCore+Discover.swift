import Bus
import Schema
import ServiceKit

/// `discover`: for a limited time a person may see what else is in the air, to set a node up (D18).
extension ScannerCore {
    private static let usual: Int64 = 600_000
    private static let longest: Int64 = 3_600_000

    /// Begins to discover, or joins what is under way; answered once at its end.
    func discover(_ command: DiscoverCommand, _ address: ReplyAddress?, _ link: BusLink) throws {
        guard machine.phase == .running else {
            throw BeaconBusError(
                .commandInvalid, reason: "the node is not running, so it hears nothing",
                suggestion: "Start the node, then send discover again.")
        }
        if discoverers == nil {
            let span = min(max(command.duration ?? Self.usual, 1), Self.longest)
            radio.send(.discover(token: machine.token, until: link.now + .milliseconds(span)))
            logger.info("discovering devices outside the monitored set", .count("ms", span))
        }
        discoverers = (discoverers ?? []) + (address.map { [$0] } ?? [])
    }

    /// The time is over, or the run is.
    func discovered(_ reply: DiscoverReply, _ link: BusLink) {
        for address in discoverers ?? [] {
            do {
                try link.reply(to: address, reply)
            } catch {
                logger.warning("an answer cannot be sent", .topic(address.topic), .reason("\(error)"))
            }
        }
        discoverers = nil
    }
}
