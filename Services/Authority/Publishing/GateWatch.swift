import Schema

/// Who waits for the broker to take a change over. A value: it is told what the gate reports, and says who may go on.
struct GateWatch {
    /// Calls, with how long it took; nil where the broker has not confirmed it.
    typealias Completion = (Duration?) -> Void

    private struct Waiting {
        let revision: UInt64
        let listNumber: UInt64
        let began: Instant
        let deadline: Instant
        let done: Completion
    }

    /// How often the gate's file is looked at while somebody waits.
    static let interval = Duration.milliseconds(5)
    /// Who may wait at a time; more are answered without confirmation.
    static let maximumWaiting = 256

    /// How long anybody waits.
    let patience: Duration
    private var waiting: [Waiting] = []
    /// What the gate had reported when it last let somebody wait in vain: until it moves, nobody waits again.
    private var given: AppliedReport?

    init(patience: Duration) {
        self.patience = patience
    }

    var isEmpty: Bool { waiting.isEmpty }

    /// When it has to be told again.
    func due(_ now: Instant) -> Instant? { waiting.isEmpty ? nil : now + Self.interval }

    /// Whether the gate follows, as far as is known.
    var isLate: Bool { given != nil }

    /// Lets somebody wait for a state of the access folder.
    mutating func wait(
        revision: UInt64, listNumber: UInt64, began: Instant, _ now: Instant, _ done: @escaping Completion
    ) {
        guard patience > .zero, waiting.count < Self.maximumWaiting else { return done(nil) }
        waiting.append(
            Waiting(
                revision: revision, listNumber: listNumber, began: began, deadline: now + patience, done: done))
    }

    /// Takes a report of the gate; gives what may go on.
    mutating func take(_ report: AppliedReport?, _ now: Instant) -> [() -> Void] {
        if report != given { given = nil }
        var ready: [() -> Void] = []
        var inVain = false
        waiting.removeAll { waiting in
            let done = waiting.done
            if let report, report.covers(revision: waiting.revision, listNumber: waiting.listNumber) {
                let duration = now - waiting.began
                ready.append { done(duration) }
                return true
            }
            // Without a gate there is nothing to wait for.
            guard report == nil || given != nil || now >= waiting.deadline else { return false }
            if report != nil, given == nil { inVain = true }
            ready.append { done(nil) }
            return true
        }
        if inVain { given = report }
        return ready
    }
}
