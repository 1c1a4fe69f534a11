import Bus
import Schema
import ServiceKit
import Store
import Tracking

/// The scanner as it is on the bus: runs, batches, readings, journal, pages and status. Confined to the bus thread.
///
/// Decisions come from the radio thread, are committed to the journal in groups, and only then published.
final class ScannerCore: BusHandler {
    let options: ScannerOptions
    let journal: Journal
    let radio: any RadioControl
    let alive: AliveFile
    let session: SessionFile
    let logger: Logger
    let clock: () -> Stamp
    let frame: BatchFrame
    let report: ScannerReport
    let batchWriter = BatchWriter()
    let readingsWriter = ReadingsWriter()
    /// Held as long as the journal is.
    private let lock: DataFolderLock?

    var machine = RunMachine()
    var numbers = ActivationNumbers()
    var resender = Resender()
    var pages = PageBook()
    var totals = ScannerTotals()
    /// Counters reserved in the journal and not yet given to an activation.
    var spare: Range<Int64> = 0..<0
    /// Outputs of the radio that wait for the journal.
    var inbox: [RadioOutput] = []
    /// Who waits for the devices in the air, by the number of the question.
    var discoverers: [UInt64: ReplyAddress] = [:]
    /// The number of the next such question.
    var nextDiscovery: UInt64 = 1
    /// The radio has given more than one pass takes.
    var hasMore = false
    var statistics = RadioStatistics()
    /// When `statistics` was taken.
    var statisticsAt = Instant.zero
    var sources: [SourceReport] = []
    var adapter: AdapterReport?
    var monitored: MonitoredReport?
    /// Which decoding keys there are and are wanted; the keys themselves are the radio's.
    var keys = KeyExchange()
    /// How far devices with keys have counted.
    var marks = MarkBook()
    /// What was measured of this node, as far as it is known.
    var calibration: Calibration?
    /// Why the journal cannot be written, and when it is tried again.
    var storeProblem: (error: BeaconBusError, retryAt: Instant)?
    var status = StatusClock()
    var summary = StatusClock()
    var aliveAt = Instant.zero
    /// The newest word of the node's lifecycle and of dispatch, by session and number.
    var nodeWord: (session: UInt64, seq: UInt64) = (0, 0)
    var dispatchWord: (session: UInt64, connection: UInt64) = (0, 0)
    var hasConnected = false
    /// The certificate file that was missing at the last try, said once.
    var awaitedFile: String?
    /// Pages that earlier processes may have left at the broker.
    var earlierPages: UInt64 = .max
    var storedPages: UInt64 = 0

    /// Takes the node's journal, and goes on with the run that had been released before a restart.
    init(
        _ options: ScannerOptions, journal: Journal, alive: AliveFile, session: SessionFile, radio: any RadioControl,
        logger: Logger, report: ScannerReport = ScannerReport(), lock: DataFolderLock? = nil,
        clock: @escaping () -> Stamp = { .now() }
    ) throws {
        self.lock = lock
        self.report = report
        self.options = options
        self.journal = journal
        self.alive = alive
        self.session = session
        self.radio = radio
        self.logger = logger
        self.clock = clock
        frame = BatchFrame(node: options.node, journal: journal.id)
        loadKeys()
        try loadCalibration()
        try loadMonitored()
        try loadPages()
        if options.resumesRun, let run = try storedRun() { perform(machine.resume(run), nil) }
    }

    /// What this client subscribes to.
    static func subscriptions(node: NodeID, roots: Roots) -> [Subscription] {
        let dispatch = ServiceName("dispatch")
        var filters: [TopicFilter] = [
            .nodeState(node), .nodeEvents(node, .started), .acknowledged(node), .monitored, .calibration(node),
        ]
        if let dispatch { filters += [.services(dispatch), .serviceLost(dispatch)] }
        return filters.map { Subscription($0, in: roots) } + [.commands(.scannerCommands(node), in: roots)]
    }

    func connected(_ link: BusLink) {
        report.broker(nil)
        awaitedFile = nil
        keys.connected()
        // The connection's number stands in the status, so it is due at once.
        publishStatus(link)
        if !hasConnected {
            hasConnected = true
            pages.invalidate(earlierPages)
            storeTouchedPages()
            summary.touch()
        }
        resender.begin(settled: journal.settled, next: journal.next, now: link.now)
    }

    func disconnected(_ failure: BusFailure, _ link: BusLink) {
        resender.interrupt()
        report.broker(failure.error.reason)
        noteRefusal(failure, link)
        switch failure.kind {
        case .stopped: return
        case .identityChanged: logger.info("connecting anew with the renewed certificate")
        case .filesUnusable where failure.error.code == .certificateInvalid:
            // Until the node has enrolled this is as it should be, and it is looked every second.
            guard awaitedFile != failure.error.reason else { return }
            awaitedFile = failure.error.reason
            logger.info("waiting for the node's certificate", .reason(failure.error.reason))
        default:
            logger.warning(
                "no connection to the broker", .code(failure.error.code.description), .reason(failure.error.reason),
                .suggestion(failure.error.suggestion))
        }
    }

    func adopt(session: UInt64) throws {
        try self.session.raise(to: session)
    }

    func probe() throws {
        try journal.probe()
    }

    func deadline(_ now: Instant, _ link: BusLink) -> Instant? {
        drain(link)
        publishDue(link)
        guard !status.isStopping else { return nil }
        resend(link)
        askForKeys(link)
        keepAlive(now)
        if marks.isDue(now) { storeMarks() }
        return nextDeadline(link)
    }

    func stopping(_ link: BusLink) {
        drain(link)
        if machine.isScanning { alive.write(clock(), .restarted) }
        storeMarks()
        status.isStopping = true
        publishStatus(link)
        do {
            try journal.close()
        } catch {
            logger.error("the journal cannot be closed", .reason("\(error)"))
        }
    }

    private func nextDeadline(_ link: BusLink) -> Instant? {
        var deadlines: [Instant?] = [status.nextDeadline(options, isBusy: isBusy), storeProblem?.retryAt, marks.due]
        if link.isConnected {
            deadlines += [
                pages.nextDeadline, summary.isChanged ? summary.lastAt + PageBook.interval : nil, resender.nextDeadline,
                keys.nextDeadline,
            ]
        }
        if pages.count > 0, machine.phase == .running { deadlines.append(aliveAt + AliveFile.interval) }
        if hasMore { deadlines.append(link.now) }
        return deadlines.compactMap { $0 }.min()
    }

    /// Whether a run is on, so that the status must be fresh.
    var isBusy: Bool { machine.phase != .idle }

    private func keepAlive(_ now: Instant) {
        guard machine.phase == .running, pages.count > 0, now - aliveAt >= AliveFile.interval else { return }
        aliveAt = now
        alive.write(clock(), .restarted)
    }
}
