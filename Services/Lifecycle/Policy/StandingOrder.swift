import Schema

/// Policy `automatic` (D4): the operator's standing order to keep an unattended node running.
///
/// It starts at boot, on `ready` and after a forced stop, with jittered back-off; a stop that somebody asked for,
/// the end of a source, and a revoked certificate hold until the next start request or boot. Under `manual` it never starts anything.
struct StandingOrder: Sendable {
    let automatic: Bool
    let backoff: StartBackoff
    /// When the next start is due; `nil` = none is.
    private(set) var due: Instant?
    /// Whether the work is over until somebody asks for a start.
    private(set) var resting: Bool
    private var starts = 0
    private var runningSince: Instant?

    /// - Parameter resting: as stored by an earlier process of the same boot.
    init(automatic: Bool, backoff: StartBackoff = StartBackoff(), resting: Bool = false) {
        self.automatic = automatic
        self.backoff = backoff
        self.resting = resting
    }

    /// The process has begun and found the node in this state.
    mutating func began(_ state: NodeState, now: Instant) {
        if state == .running { runningSince = now }
        if automatic, state == .idle, !resting { due = now }
    }

    /// Somebody asked for a start or a stop.
    mutating func requested(start: Bool) {
        resting = !start
        due = nil
    }

    /// The node made a step.
    mutating func note(
        _ transition: Transition, now: Instant, using generator: inout some RandomNumberGenerator
    ) {
        switch transition.specific {
        case .started(repeated: false):
            runningSince = now
        case .ready:
            plan(now, using: &generator)
        case .startFailed(let error) where error.code == .startInterrupted:
            // This process is the start anew; its cause is over, and what it would wait for, a scanner, may be what it
            // has to get certificates for first.
            plan(now, using: &generator)
        case .stopped(let error?) where transition.view.previous == .running:
            settleDown(now)
            // A revoked node is not wanted; somebody has to ask for it again.
            if error.code == .sourceEnded || error.code == .certificateRevoked {
                resting = true
            } else {
                plan(now, using: &generator)
            }
        default: break
        }
        if transition.view.state != .idle { due = nil }
    }

    /// Whether a start is due; it counts as made.
    mutating func take(now: Instant) -> Bool {
        guard let due, now >= due else { return false }
        self.due = nil
        starts += 1
        return true
    }

    private mutating func plan(_ now: Instant, using generator: inout some RandomNumberGenerator) {
        guard automatic, !resting else { return }
        due = now + backoff.wait(before: starts, using: &generator)
    }

    /// A run that lasted makes the next start quick again.
    private mutating func settleDown(_ now: Instant) {
        if let since = runningSince, now - since >= backoff.reset { starts = 0 }
        runningSince = nil
    }
}
