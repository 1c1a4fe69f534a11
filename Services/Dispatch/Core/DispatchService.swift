import Bus
import Schema
import ServiceKit
import Store

/// Runs the dispatch handler on its bus client. Holds the data folder, so that no second one works on the ledger.
struct DispatchService: Service {
    let name = "dispatch"
    private let lock: DataFolderLock
    private let client: BusClient<DispatchHandler>

    static func ledgerPath(_ context: ServiceContext) -> String { "\(context.dataFolder)/ledger.sqlite" }

    init(_ context: ServiceContext) throws {
        lock = try DataFolderLock(folder: context.dataFolder)
        let session = SessionFile(path: "\(context.dataFolder)/session")
        let name = DispatchHandler.name
        let clientID = ClientID(kind: .service, site: context.site, name)
        let configuration = BusConfiguration(
            context.broker, roots: context.roots, clientID: clientID, session: try session.next(),
            ownState: .service(name), will: .lost(.serviceLost(name)))
        var setup = DispatchHandler.Setup()
        setup.settings = DispatchSettings(context.configuration)
        setup.quiet = context.configuration[DispatchKeys.takeoverWait]
        setup.version = ServiceMain.version
        setup.instance = Instance.text
        setup.health.register(context.health)
        setup.adoptSession = { try session.raise(to: $0) }
        var options = LedgerOptions()
        options.keep = context.configuration[DispatchKeys.keep]
        options.maximumBytes = Int64(context.configuration[DispatchKeys.maximumSize]) << 20
        let path = Self.ledgerPath(context)
        // Opened here once, so that what is wrong with it ends the start with its own error.
        _ = try Ledger(path: path, options: options)
        client = BusClient(configuration) { [setup, options] link in
            try DispatchHandler(
                setup, ledger: try Ledger(path: path, options: options), link: link, metrics: context.metrics,
                logger: context.logger)
        }
    }

    func run() async throws {
        try await withGracefulStop({ try await client.run() }, onStop: { client.stop() })
    }
}
