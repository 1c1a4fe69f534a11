import Bus
import Schema
import ServiceKit
import Store
import Support

@testable import DispatchCore

/// A site on a virtual bus: the dispatch service, a metadata service that answers as told, and nodes as the test speaks for
/// them.
final class Site {
    let bus = VirtualBus()
    let folder = TemporaryFolder()
    let metadata = FakeMetadata()
    var setup = DispatchHandler.Setup()
    var options = LedgerOptions()
    private(set) var dispatch: VirtualClient<DispatchHandler>
    let actions: VirtualTap
    let outcomes: VirtualTap

    static let roots = Roots(site: SiteID("home")!)

    var path: String { "\(folder.path)/ledger.sqlite" }

    init(_ change: (inout DispatchHandler.Setup) -> Void = { _ in }) throws {
        setup.quiet = .zero
        change(&setup)
        actions = bus.tap("beaconbus/home/actions/+")
        outcomes = bus.tap("beaconbus/home/actions/outcomes")
        let path = "\(folder.path)/ledger.sqlite"
        dispatch = try Self.join(bus, setup, options, path, session: 1)
        metadata.join(bus)
    }

    private static func join(
        _ bus: VirtualBus, _ setup: DispatchHandler.Setup, _ options: LedgerOptions, _ path: String, session: UInt64
    ) throws -> VirtualClient<DispatchHandler> {
        let name = DispatchHandler.name
        let configuration = BusConfiguration(
            broker: BrokerAddress(host: "127.0.0.1", port: 1883),
            clientID: ClientID(kind: .service, site: SiteID("home")!, name), roots: roots, session: session,
            ownState: .service(name), will: .lost(.serviceLost(name)))
        return try bus.join(configuration) { link in
            let stamp = Stamp(boot: "test", instant: bus.now, wall: bus.wallTime)
            return try DispatchHandler(
                setup, ledger: try Ledger(path: path, options: options, now: stamp), link: link, metrics: Metrics(),
                logger: .silent)
        }
    }

    private var session: UInt64 = 1

    /// kill -9 of dispatch, and its next start.
    func restart() throws {
        dispatch.kill()
        session += 1
        dispatch = try Self.join(bus, setup, options, path, session: session)
        bus.settle()
    }

    /// Another instance with the same client id and a ledger of its own.
    func joinAnother() throws {
        dispatch = try Self.join(bus, setup, options, "\(folder.path)/other.sqlite", session: 7)
    }

    var counters: [String: Int64] { dispatch.handler.statusCounters }
    var engine: DispatchEngine { dispatch.handler.engine }

    /// What the ledger holds of each activation, as the checker sees it.
    func ledger() throws -> [String: [OutcomeKind?]] {
        var outcomes: [String: [OutcomeKind?]] = [:]
        try dispatch.handler.engine.ledger.forEachActivation { activation, code in
            outcomes[activation.description, default: []].append(code.flatMap(OutcomeKind.init(code:)))
        }
        return outcomes
    }

    /// How an activation was settled, by the outcomes published.
    func outcome(_ activation: String) -> OutcomeKind? {
        outcomes.bodies(Outcome.self).last { $0.activation.description == activation }?.outcome
    }
}
