import Bus
import Schema
import ServiceKit
import Store

/// The metadata service as a part of its process: holds the data folder, takes a session, and runs the bus client.
struct RegistryService: Service {
    let name = "metadata"
    private let client: BusClient<MetadataHandler>
    /// Held as long as the service lives.
    private let lock: DataFolderLock

    /// Makes the folder, locks it, and takes this start's session.
    init(_ context: ServiceContext) throws {
        lock = try DataFolderLock(folder: context.dataFolder)
        let sessions = SessionFile(path: "\(context.dataFolder)/session")
        guard let clientID = ClientID(kind: .service, site: context.site, name: MetadataHandler.name.description) else {
            throw BeaconBusError(
                .identifierInvalid, reason: "the site \(context.site) gives no client id",
                suggestion: "Use a shorter name for the site.")
        }
        let topic = Topic.service(MetadataHandler.name)
        let configuration = BusConfiguration(
            context.broker, roots: context.roots, clientID: clientID, session: try sessions.next(), ownState: topic,
            will: .lost(.serviceLost(MetadataHandler.name)))
        let setup = MetadataHandler.Setup(
            folder: context.dataFolder, formats: context.configuration[MetadataKeys.formats],
            rules: context.configuration[MetadataKeys.rules], quiet: context.configuration[MetadataKeys.takeoverWait],
            version: ServiceMain.version, instance: Instance.text)
        let (metrics, logger) = (context.metrics, context.logger)
        let conditions = MetadataConditions()
        conditions.add(to: context.health)
        client = BusClient(configuration) { link in
            MetadataHandler(setup, link: link, metrics: metrics, logger: logger, conditions: conditions) { session in
                try sessions.raise(to: session)
            }
        }
    }

    func run() async throws {
        try await withGracefulStop {
            try await client.run()
        } onStop: {
            client.stop()
        }
    }
}
