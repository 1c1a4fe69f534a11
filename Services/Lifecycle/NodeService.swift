import Bus
import Schema
import ServiceKit
import Store

/// The one part of `beacon-lifecycle` that runs: its bus client, and the data folder it holds meanwhile.
struct NodeService: Service {
    let name = "bus"
    private let client: BusClient<LifecycleHandler>
    private let lock: DataFolderLock

    /// Takes the data folder and a new session; throws where the folder is in use or cannot be written.
    init(_ context: ServiceContext) throws {
        lock = try DataFolderLock(folder: context.dataFolder)
        let session = SessionFile(path: "\(context.dataFolder)/session")
        let settings = LifecycleSettings(context.configuration)
        let configuration = BusConfiguration(
            context.broker, roots: context.roots, clientID: settings.clientID(site: context.site),
            session: try session.next(), ownState: settings.ownState, will: settings.will,
            subscriptions: settings.subscriptions(in: context.roots))
        let store = StateStore(folder: context.dataFolder)
        let report = LifecycleReport(logger: context.logger, metrics: context.metrics, health: context.health)
        client = BusClient(configuration) { link in
            try LifecycleHandler(
                settings, store: store, keeper: session, report: report, now: link.now, session: link.session)
        }
    }

    func run() async throws {
        try await withGracefulStop({ try await client.run() }, onStop: { client.stop() })
    }
}

extension SessionFile: SessionKeeper {}

extension LifecycleSettings {
    /// Takes the values of ``LifecycleKeys``.
    init(_ configuration: Configuration) {
        self.init(node: configuration[CommonKeys.node])
        policy = configuration[LifecycleKeys.policy]
        backoff.first = configuration[LifecycleKeys.firstWait]
        backoff.greatest = configuration[LifecycleKeys.greatestWait]
        boot = Stamp.currentBoot
    }
}
