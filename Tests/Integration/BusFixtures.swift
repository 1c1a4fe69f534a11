import Bus
import Schema
import Support
import Synchronization

enum BusFixture {
    static let site = SiteID("home")!
    static let roots = Roots(site: site)
    static let kitchen = NodeID("kitchen")!
    static let state = "beaconbus/home/nodes/kitchen/state"

    /// The client of a node's lifecycle: own state, will.
    static func node(
        _ broker: BrokerAddress, session: UInt64 = 100, _ filters: [String] = [], limits: BusLimits = quick
    ) -> BusConfiguration {
        BusConfiguration(
            broker: broker, clientID: ClientID(kind: .node, site: site, name: "kitchen")!, roots: roots,
            session: session, ownState: .nodeState(kitchen), will: .lost(.nodeLost(kitchen)),
            subscriptions: filters.map { Subscription(raw: $0) }, limits: limits)
    }

    /// An operator's client.
    static func plain(
        _ broker: BrokerAddress, _ name: String, _ filters: [String] = [], limits: BusLimits = quick
    ) -> BusConfiguration {
        BusConfiguration(
            broker: broker, clientID: ClientID(kind: .operator, site: site, name: name)!, roots: roots, session: 1,
            subscriptions: filters.map { Subscription(raw: $0) }, limits: limits)
    }

    /// The product's limits with shorter waits.
    static var quick: BusLimits {
        var limits = BusLimits()
        limits.backoff = .milliseconds(20) ... .milliseconds(200)
        limits.restoreJitter = .milliseconds(20)
        return limits
    }
}

/// A handler that writes what happens where a test can read it.
final class RecordingHandler: BusHandler {
    /// What happened; shared between the bus thread and the test.
    final class Log: Sendable {
        struct State {
            var connected: [(session: UInt64, connection: UInt64)] = []
            var failures: [BusFailure] = []
            var received: [IncomingMessage] = []
            var passes: [Int] = []
            var outcomes: [(token: PublishToken, outcome: PublishOutcome)] = []
            var adopted: [UInt64] = []
            var commitFails = false
            var refusedCommits = 0
        }

        let state = Mutex(State())

        func read<Value: Sendable>(_ work: (inout sending State) -> sending Value) -> Value {
            state.withLock { work(&$0) }
        }
    }

    struct Full: Error {}

    let log: Log
    let onConnected: (@Sendable (BusLink) -> Void)?

    init(_ log: Log, onConnected: (@Sendable (BusLink) -> Void)? = nil) {
        self.log = log
        self.onConnected = onConnected
    }

    func connected(_ link: BusLink) {
        let numbers = (link.session, link.connection)
        log.state.withLock { $0.connected.append(numbers) }
        onConnected?(link)
    }

    func received(_ messages: [IncomingMessage], _ link: BusLink) throws {
        let fails = log.state.withLock { state in
            if state.commitFails {
                state.refusedCommits += 1
                return true
            }
            state.received += messages
            state.passes.append(messages.count)
            return false
        }
        if fails { throw Full() }
    }

    func probe() throws {
        if log.state.withLock({ $0.commitFails }) { throw Full() }
    }

    func published(_ token: PublishToken, _ outcome: PublishOutcome, _ link: BusLink) {
        log.state.withLock { $0.outcomes.append((token, outcome)) }
    }

    func disconnected(_ failure: BusFailure, _ link: BusLink) {
        log.state.withLock { $0.failures.append(failure) }
    }

    func adopt(session: UInt64) throws {
        log.state.withLock { $0.adopted.append(session) }
    }
}

/// Runs a recording client while `body` runs; stops it gracefully afterwards.
func withClient(
    _ configuration: BusConfiguration, onConnected: (@Sendable (BusLink) -> Void)? = nil,
    _ body: (BusClient<RecordingHandler>, RecordingHandler.Log) async throws -> Void
) async throws {
    let log = RecordingHandler.Log()
    let client = BusClient(configuration) { _ in RecordingHandler(log, onConnected: onConnected) }
    let run = Task { try await client.run() }
    let result: Result<Void, any Error>
    do {
        result = .success(try await body(client, log))
    } catch {
        result = .failure(error)
    }
    client.stop()
    _ = try? await run.value
    try result.get()
}
