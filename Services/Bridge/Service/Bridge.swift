import Bus
import Fleets
import Glibc
import Schema
import ServiceKit
import Store

/// The bridge as a service: a connection to the site's bus with the virtual nodes, and one to the fleets' broker that only
/// listens.
struct Bridge: Service {
    let name = "bridge"
    private let site: BusClient<BridgeCore>
    private let fleet: BusClient<FleetHandler>
    /// Held as long as the service lives.
    private let lock: DataFolderLock

    init(_ context: ServiceContext) throws {
        let folder = context.dataFolder
        lock = try DataFolderLock(folder: folder)
        let session = SessionFile(path: "\(folder)/session")
        let configuration = context.configuration
        let inbox = FleetInbox()
        let logger = context.logger
        guard let clientID = ClientID(kind: .service, site: context.site, name: BridgeCore.name.description) else {
            throw BeaconBusError(
                .identifierInvalid, reason: "the site \(context.site) gives no client id",
                suggestion: "Use a shorter name for the site.")
        }
        var setup = BridgeCore.Setup()
        setup.rooms = configuration[BridgeKeys.rooms]
        setup.mostRooms = configuration[BridgeKeys.mostRooms]
        setup.silence = configuration[BridgeKeys.silence]
        setup.forgetting = configuration[BridgeKeys.forgetAfter]
        setup.fleets = Set(configuration[BridgeKeys.fleets])
        setup.instance = Instance.text
        let settings = ScannerSettings(tracking: configuration)
        let start = try session.next()
        var bus = BusConfiguration(
            context.broker, roots: context.roots, clientID: clientID, session: start,
            ownState: .service(BridgeCore.name), will: .lost(.serviceLost(BridgeCore.name)),
            subscriptions: BridgeCore.subscriptions(roots: context.roots))
        // Every room has a state, a status, a summary and at most all pages.
        bus.limits.retainedTopics += setup.mostRooms * (BeaconPageNumber.count + 3)
        // All of them may begin to speak at once.
        bus.limits.queuedMessages += setup.mostRooms * 32
        site = BusClient(bus) { [setup] _ in
            let numbers = EventCounter(path: "\(folder)/events", now: .now(), logger: logger)
            return BridgeCore(
                setup,
                factory: VirtualNodeFactory(
                    folder: folder, settings: settings, logger: logger, session: session, numbers: numbers),
                inbox: inbox, logger: logger
            ) { try session.raise(to: $0) }
        }
        var readers: [FleetHandler.Reader] = []
        for fleet in Set(configuration[BridgeKeys.fleets]) {
            readers.append(
                .init(fleet: fleet, parser: fleet.parser(root: configuration[BridgeKeys.roots][fleet.rawValue])))
        }
        var listening = BusConfiguration(
            context.broker, roots: context.roots, clientID: clientID, session: start,
            subscriptions: Set(readers.flatMap { $0.parser.filters }).sorted().map {
                Subscription(raw: $0, retainAsPublished: false)
            })
        listening.clientIDSuffix = "-fleet"
        // A dead connection is known before the beacons behind it have timed out, so that they become unknown (D9).
        listening.limits.keepAlive = .seconds(10)
        if let broker = configuration[BridgeKeys.broker] {
            listening.broker = BrokerAddress(host: broker.host, port: broker.port)
            listening.tls = configuration[BridgeKeys.authorityFile].map {
                TLSConfiguration(authorityFile: $0, minimumVersion: .tls12)
            }
            listening.credentials = configuration[BridgeKeys.username].map {
                BusCredentials(username: $0, passwordFile: configuration[BridgeKeys.passwordFile])
            }
            listening.allowsPlainText = configuration[BridgeKeys.plainText]
        }
        fleet = BusClient(listening) { [readers, site] _ in
            FleetHandler(readers, inbox: inbox, logger: logger) {
                site.perform { core, link in core.takeFleet(link) }
            }
        }
    }

    func run() async throws {
        let (site, fleet) = (site, fleet)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await withGracefulStop {
                    try await site.run()
                } onStop: {
                    site.stop()
                }
                fleet.stop()
            }
            group.addTask {
                try await withGracefulStop {
                    try await fleet.run()
                } onStop: {
                    fleet.stop()
                }
                site.stop()
            }
            try await group.waitForAll()
        }
    }
}
