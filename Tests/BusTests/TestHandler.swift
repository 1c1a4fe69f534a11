import Bus
import Schema

/// A handler that records everything and can be told to fail.
final class TestHandler: BusHandler {
    var log: [String] = []
    var received: [IncomingMessage] = []
    var outcomes: [(token: PublishToken, outcome: PublishOutcome)] = []
    var answers: [(id: RequestID, result: Result<IncomingMessage, BeaconBusError>)] = []
    var failures: [BusFailure] = []
    var adopted: [UInt64] = []
    var connections: [(session: UInt64, connection: UInt64)] = []
    var commitFails = false
    var probes = 0
    var nextDeadline: Instant?
    var onConnected: ((BusLink) -> Void)?
    var onReceived: (([IncomingMessage], BusLink) throws -> Void)?
    var onStopping: ((BusLink) -> Void)?

    struct Full: Error {}

    func connected(_ link: BusLink) {
        log.append("connected")
        connections.append((link.session, link.connection))
        onConnected?(link)
    }

    func received(_ messages: [IncomingMessage], _ link: BusLink) throws {
        if commitFails { throw Full() }
        log.append("received \(messages.count)")
        received += messages
        try onReceived?(messages, link)
    }

    func replied(_ request: RequestID, _ reply: Result<IncomingMessage, BeaconBusError>, _ link: BusLink) throws {
        log.append("replied")
        answers.append((request, reply))
    }

    func published(_ token: PublishToken, _ outcome: PublishOutcome, _ link: BusLink) {
        outcomes.append((token, outcome))
    }

    func disconnected(_ failure: BusFailure, _ link: BusLink) {
        log.append("disconnected \(failure.kind.rawValue)")
        failures.append(failure)
    }

    func probe() throws {
        probes += 1
        if commitFails { throw Full() }
    }

    func adopt(session: UInt64) throws {
        adopted.append(session)
    }

    func deadline(_ now: Instant, _ link: BusLink) -> Instant? { nextDeadline }

    func stopping(_ link: BusLink) {
        log.append("stopping")
        onStopping?(link)
    }
}
