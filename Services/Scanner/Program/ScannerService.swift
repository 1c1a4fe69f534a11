import Bus
import Schema
import ServiceKit
import Store
import Tracking

/// The scanner as a service: a bus thread with the core, and a radio thread beside it.
struct Scanner: Service {
    let name = "scanner"
    private let radio: RadioThread
    private let settings: RadioSettings
    private let client: BusClient<ScannerCore>

    init(_ context: ServiceContext, node: NodeID) throws {
        let settings = ScannerSettings(context.configuration)
        let folder = context.dataFolder
        let session = SessionFile(path: "\(folder)/session")
        var options = ScannerOptions(node: node)
        options.version = ServiceMain.version
        options.formats = settings.formats
        options.timing = settings.timing
        options.pathLoss = settings.pathLoss
        options.receiverGain = settings.radio.tracker.receiverGain
        options.keysFile = "\(folder)/keys"
        options.keepsKeys = context.configuration[ScannerKeys.keysFile]
        var journalOptions = JournalOptions()
        journalOptions.keep = context.configuration[ScannerKeys.keepJournal]
        let doorbell = Doorbell()
        let report = ScannerReport()
        report.register(context.metrics, context.health)
        let radio = RadioThread { doorbell.ring() }
        let logger = context.logger
        client = BusClient(
            BusConfiguration(
                context.broker, roots: context.roots, clientID: ClientID(kind: .scanner, site: context.site, node),
                session: try session.next(), ownState: .scanner(node), will: .lost(.scannerLost(node)),
                subscriptions: ScannerCore.subscriptions(node: node, roots: context.roots))
        ) { [options, journalOptions] _ in
            // On the bus thread, which is the journal's only one.
            let lock = try DataFolderLock(folder: folder)
            let journal = try Journal(path: "\(folder)/journal.sqlite", options: journalOptions)
            if let aside = journal.setAside {
                logger.error(
                    "the journal was damaged; a new one begins, entries not yet acknowledged are lost", .path(aside))
            }
            return try ScannerCore(
                options, journal: journal, alive: AliveFile(path: "\(folder)/alive"), session: session, radio: radio,
                logger: logger, report: report, lock: lock)
        }
        doorbell.connect { [client] in client.perform { core, link in core.drain(link) } }
        self.radio = radio
        self.settings = settings.radio
    }

    func run() async throws {
        let (radio, settings) = (radio, settings)
        async let radioEnd: Void = OwnThread.run(name: "radio") { radio.run(settings) }
        defer { radio.stop() }
        let client = client
        let result = await withGracefulStop {
            do {
                return Result<Void, any Error>.success(try await client.run())
            } catch {
                return .failure(error)
            }
        } onStop: {
            client.stop()
        }
        radio.stop()
        await radioEnd
        try result.get()
    }
}
