import Bus
import Schema
import ServiceKit

/// `discover`: for a limited time a person may see what else is in the air, to set a node up (D18).
extension ScannerCore {
    private static let usual: Int64 = 600_000
    private static let longest: Int64 = 3_600_000

    /// How many may ask at a time.
    private static let most = 8

    /// Begins to note all devices; answered once, when the time is over.
    func discover(_ command: DiscoverCommand, _ address: ReplyAddress?, _ link: BusLink) throws {
        guard machine.phase == .running else {
            throw BeaconBusError(
                .commandInvalid, reason: "the node is not running, so it hears nothing",
                suggestion: "Start the node, then send discover again.")
        }
        // Nobody would learn of it.
        guard let address else { return }
        guard discoverers.count < Self.most else {
            throw BeaconBusError(
                .busy, reason: "\(Self.most) others are being told what is in the air here",
                suggestion: "Wait until one of them has its answer, or ask for a shorter time.")
        }
        let span = min(max(command.duration ?? Self.usual, 1), Self.longest)
        discoverers[nextDiscovery] = address
        radio.send(.discover(token: machine.token, number: nextDiscovery, until: link.now + .milliseconds(span)))
        nextDiscovery += 1
        logger.info("discovering devices outside the monitored set", .count("ms", span))
    }

    /// The time is over, or the run is.
    func discovered(_ number: UInt64, _ reply: DiscoverReply, _ link: BusLink) {
        guard let address = discoverers.removeValue(forKey: number) else { return }
        do {
            try link.reply(to: address, reply)
        } catch {
            logger.warning("an answer cannot be sent", .topic(address.topic), .reason("\(error)"))
        }
    }
}
