import Schema

/// The life cycle's view of its scanner: whether it is there, what it has been asked, what became of it.
///
/// A value: reports, wills, answers and the time go in, steps come out. It judges the scanner only while there is a
/// connection to the broker, because a lost broker changes no state.
struct ScannerWatch: Sendable {
    let times: ScannerTimes
    /// The newest report; older ones that arrive late are dropped (D7).
    private(set) var report: ScannerReport?
    var reportedAt = Instant.zero
    /// How many reports were taken: order without a clock.
    var reports: UInt64 = 0
    /// Since when the broker can be reached; `nil` = it cannot.
    var connectedAt: Instant?
    /// The newest connection the broker has given up.
    var gone: ScannerReport.Origin?
    /// What has to be asked until it is answered or replaced.
    var task: ScannerTask?
    /// The run that has to be there.
    var expected: Expectation?
    var numbers: UInt64 = 0

    /// A run that is on.
    struct Expectation: Sendable {
        var run: RunID
        var attempt: UInt64
        /// Since when nothing is known of it.
        var missingSince: Instant?
        var warned = false
        var silent = false
        /// Sources that were already said to have failed.
        var failed: Set<String> = []
    }

    init(times: ScannerTimes = ScannerTimes()) {
        self.times = times
    }

    /// Whether a scanner is connected to the broker, as far as can be known from here.
    var isPresent: Bool {
        guard connectedAt != nil, let report, report.isOnline else { return false }
        return gone.map { $0 < report.origin } ?? true
    }

    // MARK: What comes in

    mutating func connected(now: Instant) {
        connectedAt = now
        reportedAt = now
        expected?.missingSince = nil
        expected?.warned = false
    }

    mutating func disconnected() {
        connectedAt = nil
        expected?.missingSince = nil
        task?.forget()
    }

    mutating func received(_ report: ScannerReport, now: Instant) -> [ScannerStep] {
        if let known = self.report, report.origin < known.origin { return [] }
        if let known = self.report, known.origin != report.origin { task?.forget() }
        self.report = report
        reportedAt = now
        reports &+= 1
        return check(now: now)
    }

    mutating func lost(_ origin: ScannerReport.Origin, now: Instant) -> [ScannerStep] {
        gone = max(origin, gone ?? origin)
        return check(now: now)
    }

    // MARK: What is wanted

    /// Follows the machine: the run that has to be there, if any.
    mutating func follow(_ machine: NodeStateMachine) {
        guard machine.state == .running, let run = machine.run else {
            expected = nil
            return
        }
        if expected?.run != run { expected = Expectation(run: run, attempt: machine.attempt) }
    }

    /// Asks the scanner for something, in place of what it was asked before.
    mutating func want(_ command: ScannerOrder, now: Instant, deadline: Instant? = nil) {
        task = ScannerTask(command: command, wantedAt: now, deadline: deadline)
    }

    /// Nothing is wanted any more.
    mutating func dismiss() {
        task = nil
    }

    /// Judges what is known at this moment; idempotent.
    mutating func check(now: Instant) -> [ScannerStep] {
        var steps: [ScannerStep] = []
        checkTask(now, &steps)
        checkRun(now, &steps)
        return steps
    }
}
