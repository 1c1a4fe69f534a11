import Schema

/// Where a node stands, with what it remembers there. Each phase names the ones that may follow.
enum Phase: Sendable {
    /// → starting
    case idle(Idle)
    /// → running, stopping, idle
    case starting(Starting)
    /// → stopping, idle
    case running(Running)
    /// → idle
    case stopping(Stopping)

    struct Idle: Sendable {
        /// What `ready` waits for; `nil` = nothing is watched.
        var armed: Recovery?
        /// Why the node is idle, if something broke.
        var error: BeaconBusError?
    }

    struct Starting: Sendable {
        enum Stage: Sendable {
            /// Waiting for keys and certificates; the scanner knows nothing yet.
            case identity
            /// The scanner has been asked.
            case scan
            /// The attempt has failed; what it began is being undone before that is said (H13).
            case rollback(BeaconBusError)
        }

        var run: RunID
        var stage: Stage
        var deadline: Instant
        /// All starts that joined this attempt.
        var requests: [CommandRequest]
    }

    struct Running: Sendable {
        var run: RunID
        /// Whether the broker has acknowledged `started`.
        var announced: Bool
    }

    struct Stopping: Sendable {
        var run: RunID
        var deadline: Instant
        /// All stops that joined this one.
        var requests: [CommandRequest]
        /// A start that follows the stop, with all that joined it; `nil` = none.
        var latched: [CommandRequest]?
    }
}
