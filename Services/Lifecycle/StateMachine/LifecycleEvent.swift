import Schema

/// What can happen to a node's state machine.
///
/// Whatever reports the end of something that was begun carries the attempt it was begun for; one of an older
/// attempt changes nothing (R19).
enum LifecycleEvent: Sendable {
    /// Somebody asks for a start; `nil` = the operator's standing order (policy automatic, D4).
    case start(CommandRequest?)
    /// Somebody asks for a stop.
    case stop(CommandRequest?)
    /// The node's identity is good for this start; scanning may be asked for.
    case identityReady(attempt: UInt64)
    /// The node has no identity to run with; `recovery` is what to wait for, `nil` = nothing it could notice.
    case identityFailed(attempt: UInt64, BeaconBusError, recovery: Recovery?)
    /// The node's certificate has expired or is revoked: it may not run any longer.
    case identityLost(BeaconBusError)
    /// The scanner scans for this attempt: it is not about to, it does (H4).
    case scanning(attempt: UInt64)
    /// The scanner could not scan, and nothing half-started is left of the attempt (H13).
    case scanFailed(attempt: UInt64, BeaconBusError)
    /// The last source or the scanner itself is gone.
    case lost(attempt: UInt64, BeaconBusError)
    /// The scanner stopped scanning because it was asked to.
    case halted(attempt: UInt64)
    /// The broker has acknowledged the `started` of this attempt.
    case announced(attempt: UInt64)
    /// A cause that keeps nodes from starting may have gone.
    case recovered(Recovery)
    /// The process begins, after another one that left its state behind.
    case resume
    /// Time has passed.
    case tick
}
