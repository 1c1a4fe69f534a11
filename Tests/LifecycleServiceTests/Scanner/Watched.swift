import Schema

@testable import LifecycleService

/// A scanner watch on a clock that only moves when told to, with its steps in short words.
struct Watched {
    var watch = ScannerWatch()
    private(set) var now = Instant(nanoseconds: 1_000_000_000_000)
    /// What the last input led to.
    private(set) var steps: [String] = []

    enum Verb { case scan, halt }

    init(present: Bool = false, running: Bool = false) {
        watch.connected(now: now)
        if present { report(run: nil) }
        if running {
            report(run: "1.1", scanning: true)
            run()
        }
    }

    mutating func connect() {
        watch.connected(now: now)
        take(watch.check(now: now))
    }

    /// The machine runs attempt 1.
    mutating func run() {
        var machine = NodeStateMachine(session: 1)
        _ = machine.handle(.start(nil), now: now)
        _ = machine.handle(.identityReady(attempt: 1), now: now)
        _ = machine.handle(.scanning(attempt: 1), now: now)
        watch.follow(machine)
        take(watch.check(now: now))
    }

    mutating func want(_ verb: Verb) {
        guard let run = RunID("1.1") else { return }
        watch.want(ScannerOrder(verb: verb == .scan ? .scan : .halt, run: run, attempt: 1), now: now)
        take(watch.check(now: now))
    }

    mutating func report(
        session: UInt64 = 1, run: String?, scanning: Bool = false, error: ErrorCode? = nil, failed: [String] = []
    ) {
        let sources = failed.map { ($0, BeaconBusError(.adapterMissing, reason: "r", suggestion: "s")) }
        let report = ScannerReport(
            origin: ScannerReport.Origin(session: session, connection: 1), run: run.flatMap { RunID($0) },
            scanning: scanning, error: error.map { BeaconBusError($0, reason: "r", suggestion: "s") },
            failed: Dictionary(sources) { first, _ in first })
        take(watch.received(report, now: now))
    }

    mutating func lost(_ session: UInt64) {
        take(watch.lost(ScannerReport.Origin(session: session, connection: 1), now: now))
    }

    mutating func answer(_ number: UInt64, _ code: ErrorCode?) {
        let error = code.map { BeaconBusError($0, reason: "r", suggestion: "s") }
        take(watch.answered(number, error.map { .failure($0) } ?? .success(()), now: now))
    }

    mutating func pass(_ span: Duration) {
        now = now + span
        take(watch.check(now: now))
    }

    private mutating func take(_ list: [ScannerStep]) {
        steps = list.map { step in
            switch step {
            case .ask(let command, let number, _): "ask \(command.verb) \(command.run) #\(number)"
            case .warn(let error): "warn \(error.code)"
            case .event(.scanning(let attempt)): "scanning \(attempt)"
            case .event(.scanFailed(let attempt, let error)): "scanFailed \(attempt) \(error.code)"
            case .event(.halted(let attempt)): "halted \(attempt)"
            case .event(.lost(let attempt, let error)): "lost \(attempt) \(error.code)"
            case .event: "other"
            }
        }
    }
}
