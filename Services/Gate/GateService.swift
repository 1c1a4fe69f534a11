import Bus
import Glibc
import Schema
import ServiceKit
import Store

/// The gate as a part of its process: one thread for the files, one for the bus.
struct GateService: Service {
    let name = "gate"
    private let settings: GateSettings
    private let applied: AppliedRecord?
    private let client: BusClient<GateHandler>
    private let watch: FolderWatch
    private let lockout: Lockout
    private let logger: Logger
    /// Held as long as the service lives.
    private let lock: DataFolderLock

    /// Makes the folder, locks it, and takes this start's session.
    init(_ context: ServiceContext) throws {
        let settings = GateSettings(context)
        self.settings = settings
        lock = try DataFolderLock(folder: context.dataFolder)
        // The authority, another user, waits for what is written there.
        chmod(context.dataFolder, 0o755)
        let sessions = SessionFile(path: "\(context.dataFolder)/session")
        applied = AppliedRecord.read(settings.appliedFile)
        var configuration = BusConfiguration(
            context.broker, roots: context.roots,
            clientID: ClientID(kind: .service, site: context.site, GateHandler.name),
            session: try sessions.next(), ownState: .service(GateHandler.name),
            will: .lost(.serviceLost(GateHandler.name)),
            subscriptions: GateHandler.subscriptions(settings.variant))
        // Lists of roles are longer than messages of the contract.
        configuration.limits.messageBytes = 240 << 10
        configuration.limits.packetBytes = 4 << 20
        // Nobody is let in or cut off while it waits.
        configuration.limits.backoff = .milliseconds(100) ... .seconds(2)
        configuration.limits.unauthorisedWait = .seconds(2)
        let setup = GateHandler.Setup(
            settings: settings, version: ServiceMain.version, instance: Instance.text, applied: applied)
        let (metrics, logger) = (context.metrics, context.logger)
        self.logger = logger
        let conditions = GateConditions()
        conditions.add(to: context.health)
        let (watch, lockout) = (FolderWatch(folder: settings.access), Lockout())
        (self.watch, self.lockout) = (watch, lockout)
        client = BusClient(configuration) { link in
            GateHandler(
                setup, link: link, metrics: metrics, logger: logger, conditions: conditions,
                onLockout: { state in
                    lockout.state = state
                    if state != .none { watch.look() }
                },
                adoptSession: { try sessions.raise(to: $0) })
        }
    }

    func run() async throws {
        try await withGracefulStop {
            async let watching: Void = OwnThread.run(name: "files") { watchFiles() }
            let result: Result<Void, any Error>
            do {
                result = .success(try await client.run())
            } catch {
                result = .failure(error)
            }
            watch.stop()
            await watching
            try result.get()
        } onStop: {
            client.stop()
        }
    }

    /// The file thread's whole life.
    private func watchFiles() {
        let keeper = AccessKeeper(settings, applied: applied) { WallTime.now() }
        while true {
            watch.arm()
            let soon = keeper.scan(.now(), lockout.state)
            let (view, authority) = (keeper.view, keeper.fingerprint)
            client.perform { handler, link in handler.take(view, authority: authority, link) }
            // A folder that is not there cannot be watched.
            let pause = soon ?? (watch.isAtOnce ? settings.poll : min(settings.poll, .seconds(1)))
            if watch.wait(pause) == .stopped { return }
        }
    }
}
