import Bus
import Schema

/// A node's lifecycle service on the bus: feeds the state machine, the scanner watch and the standing order, and
/// carries out what they decide. Confined to the bus thread.
final class LifecycleHandler: BusHandler {
    let settings: LifecycleSettings
    let store: StateStore
    let keeper: any SessionKeeper
    let report: LifecycleReport
    let isClockSynchronised: () -> Bool
    let wallClock: () -> WallTime
    /// The management of the node's certificates; nil where others provide them.
    let desk: IdentityDesk?

    var machine: NodeStateMachine
    var watch: ScannerWatch
    var order: StandingOrder
    var outbox: EventOutbox
    var ledger = RequestLedger()
    var budget = CommandBudget()
    var warnings = CommandBudget(burst: 10, interval: .seconds(5))
    var questions: [RequestID: Question] = [:]
    var random: any RandomNumberGenerator

    /// Events that wait for the one being carried out: one transition is finished before the next begins.
    var pending: [LifecycleEvent] = []
    var isCarryingOut = false
    var hasBegun = false
    var isOnline = true
    var clockSynchronised: Bool
    let created: Instant
    var nextClockCheck: Instant
    /// When the state has to be stored again; `nil` = what is stored is what is.
    var saveDue: Instant?
    /// The scanner process that could not, while `ready` waits for another one.
    var failedScanner: UInt64?
    /// The run that the scanner was asked for last, and how many reports it had made when that failed for want of an
    /// adapter.
    var scanned: (run: RunID?, reports: UInt64) = (nil, 0)

    /// What the clocks said when the time was found to be wrong, while `ready` waits for another time.
    var wrongClock: (now: Instant, wall: WallTime, isSynchronised: Bool)?

    /// What was asked of the scanner.
    enum Question {
        case order(ScannerOrder.Verb, number: UInt64)
        case discover(ReplyAddress?)
    }

    /// Reads what an earlier process left; throws where the data folder cannot be used.
    init(
        _ settings: LifecycleSettings, store: StateStore, keeper: any SessionKeeper, report: LifecycleReport,
        now: Instant, session: UInt64, random: any RandomNumberGenerator = SystemRandomNumberGenerator(),
        desk: IdentityDesk? = nil, isClockSynchronised: @escaping () -> Bool = { MachineClock.isSynchronised },
        wallClock: @escaping () -> WallTime = { .now() }
    ) throws(BeaconBusError) {
        self.settings = settings
        self.store = store
        self.keeper = keeper
        self.report = report
        self.random = random
        self.isClockSynchronised = isClockSynchronised
        self.wallClock = wallClock
        self.desk = desk
        let (stored, problem) = try store.load()
        if let problem { report.stateUnreadable(problem) }
        if let stored {
            machine = NodeStateMachine(session: session, limits: settings.limits, stored: stored.machine, now: now)
        } else {
            machine = NodeStateMachine(session: session, limits: settings.limits)
        }
        outbox = stored?.outbox ?? EventOutbox()
        outbox.restore()
        watch = ScannerWatch(times: settings.times)
        let sameBoot = stored.map { $0.boot == settings.boot && !settings.boot.isEmpty } ?? false
        order = StandingOrder(
            automatic: settings.policy == .automatic, backoff: settings.backoff,
            resting: sameBoot && stored?.resting == true)
        if let stored {
            let waiting = stored.machine.requests + (stored.machine.latched ?? [])
            ledger.restore(stored.settled ?? [], waiting: waiting, now: now)
        }
        clockSynchronised = isClockSynchronised()
        created = now
        nextClockCheck = now + settings.clockInterval
    }
}

/// Keeps the session number of this process where a restart finds it.
protocol SessionKeeper: Sendable {
    func raise(to session: UInt64) throws(BeaconBusError)
}
