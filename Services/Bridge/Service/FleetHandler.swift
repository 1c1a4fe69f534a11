import Bus
import Fleets
import Schema
import ServiceKit

/// The connection to the fleets' broker: reads, and never publishes. Their settings stay what they are.
final class FleetHandler: BusHandler {
    /// A fleet and what reads it.
    struct Reader {
        var fleet: Fleet
        var parser: any FleetParser
        /// The levels of the parser's filters.
        private let filters: [[Substring]]

        init(fleet: Fleet, parser: any FleetParser) {
            self.fleet = fleet
            self.parser = parser
            filters = parser.filters.map { $0.split(separator: "/", omittingEmptySubsequences: false) }
        }

        /// Whether one of its filters takes in a topic.
        func takes(_ levels: [Substring]) -> Bool {
            filters.contains { wanted in
                wanted.count == levels.count && zip(wanted, levels).allSatisfy { $0 == "+" || $0 == $1 }
            }
        }
    }

    private var readers: [Reader]
    private let inbox: FleetInbox
    private let ring: () -> Void
    private let logger: Logger
    private let wallClock: () -> WallTime

    init(
        _ readers: [Reader], inbox: FleetInbox, logger: Logger, ring: @escaping () -> Void,
        wallClock: @escaping () -> WallTime = { .now() }
    ) {
        // Always the same order: which fleet a message belongs to does not depend on how the configuration lists them.
        let order = Fleet.allCases
        self.readers = readers.sorted { order.firstIndex(of: $0.fleet) ?? 0 < order.firstIndex(of: $1.fleet) ?? 0 }
        self.inbox = inbox
        self.logger = logger
        self.ring = ring
        self.wallClock = wallClock
    }

    func connected(_ link: BusLink) {
        logger.info("listening to the fleets")
        if inbox.put(isConnected: true, at: link.now) { ring() }
    }

    func disconnected(_ failure: BusFailure, _ link: BusLink) {
        guard failure.kind != .stopped else { return }
        if failure.wasConnected, inbox.put(isConnected: false, at: link.now) { ring() }
        logger.warning(
            "no connection to the fleets' broker", .code(failure.error.code.description),
            .reason(failure.error.reason), .suggestion(failure.error.suggestion))
    }

    func received(_ messages: [IncomingMessage], _ link: BusLink) throws {
        let now = FleetTime(instant: link.now, wall: wallClock())
        var rings = false
        for message in messages {
            let levels = message.topicName.split(separator: "/", omittingEmptySubsequences: false)
            guard let (fleet, said) = read(message, levels, now) else { continue }
            if inbox.put(said, of: fleet, at: message.receivedAt) { rings = true }
        }
        if rings { ring() }
    }

    /// What a message says to the first fleet that knows its topic; nil where no filter takes it in.
    private func read(
        _ message: IncomingMessage, _ levels: [Substring], _ now: FleetTime
    ) -> (Fleet, [FleetMessage])? {
        var strange: (Fleet, [FleetMessage])?
        for index in readers.indices where readers[index].takes(levels) {
            let said = readers[index].parser.parse(
                levels.first == "" ? Array(levels.dropFirst()) : levels, message.payload,
                isRetained: message.retained, now: now)
            if said != [.ignored(.otherTopic)] { return (readers[index].fleet, said) }
            strange = strange ?? (readers[index].fleet, said)
        }
        return strange
    }
}
