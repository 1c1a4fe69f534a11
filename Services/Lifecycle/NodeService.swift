import Bus
import Identity
import Schema
import ServiceKit
import Store
import Synchronization

/// The one part of `beacon-lifecycle` that runs: its bus client, and the data folder it holds meanwhile.
///
/// A machine that nobody has announced first asks to be let in, with a client of its own.
struct NodeService: Service {
    let name = "bus"
    private let lock: DataFolderLock
    private let context: ServiceContext
    private let session: SessionFile
    private let number: UInt64
    private let settings: LifecycleSettings
    private let report: LifecycleReport
    private let identity: NodeIdentity?

    /// Takes the data folder and a new session; throws where the folder is in use or cannot be written.
    init(_ context: ServiceContext) throws {
        self.context = context
        lock = try DataFolderLock(folder: context.dataFolder)
        session = SessionFile(path: "\(context.dataFolder)/session")
        number = try session.next()
        settings = LifecycleSettings(context.configuration)
        report = LifecycleReport(logger: context.logger, metrics: context.metrics, health: context.health)
        identity = NodeIdentity(context, settings, report)
    }

    func run() async throws {
        if let join = identity?.joining() {
            try await withGracefulStop({ try await join.run() }, onStop: { join.stop() })
            guard identity?.isJoining == false else { return }
        }
        let client = client()
        try await withGracefulStop({ try await client.run() }, onStop: { client.stop() })
    }

    private func client() -> BusClient<LifecycleHandler> {
        var configuration = BusConfiguration(
            context.broker, roots: context.roots, clientID: settings.clientID(site: context.site), session: number,
            ownState: settings.ownState, will: settings.will, subscriptions: settings.subscriptions(in: context.roots))
        let store = StateStore(folder: context.dataFolder)
        let worker = ThreadWorker()
        let desk = identity?.desk(worker)
        if let desk { configuration.identity = desk.connection }
        let begun = Handover(desk)
        let client = BusClient(configuration) { [settings, report, session] link in
            try LifecycleHandler(
                settings, store: store, keeper: session, report: report, now: link.now, session: link.session,
                desk: begun.take())
        }
        worker.connect { finish in
            client.perform { handler, link in
                finish(handler, link)
                handler.work(link)
            }
        }
        return client
    }
}

/// Hands something over to the one thread that owns it from then on.
private final class Handover<Value>: @unchecked Sendable {
    private let lock = Mutex(())
    private var value: Value?

    init(_ value: Value?) {
        self.value = value
    }

    /// The value, once.
    func take() -> Value? {
        lock.withLock { _ in
            defer { value = nil }
            return value
        }
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
        managesIdentity = configuration[NodeKeys.identity] != nil
    }
}
