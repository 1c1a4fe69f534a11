import Schema

/// What the driver of a state machine has to do, in the order given.
enum LifecycleAction: Sendable {
    /// Store the machine's state durably. Nothing that follows may leave before that is done.
    case persist
    /// Hand a transition over as one unit (design §4).
    case announce(Transition)
    /// Publish the retained state alone.
    case publishState(StateView)
    /// Tell one requester its outcome.
    case settle(CommandRequest, RequestOutcome)
    /// Make sure the node has an identity, at the latest at `deadline`; answered by `identityReady` or
    /// `identityFailed`.
    case prepareIdentity(attempt: UInt64, deadline: Instant)
    /// The attempt needs none any more: no further observer is asked, no token is sent.
    case cancelIdentity(attempt: UInt64)
    /// Have the scanner scan, answered by `scanning` or `scanFailed`. The attempt ends at `deadline`.
    case scan(run: RunID, attempt: UInt64, deadline: Instant)
    /// Have the scanner stop, answered by `halted`.
    case halt(run: RunID, attempt: UInt64)
}
