import Schema

/// One step of a node as its subscribers see it: retained state, `stateChanged` if the state changed, specific event
/// if there is one, in that order and with nothing between (H24, invariant 5).
struct Transition: Sendable, Codable {
    /// The event that says more than the change of state.
    enum Specific: Sendable, Codable {
        case started(repeated: Bool)
        case startFailed(BeaconBusError)
        case stopped(BeaconBusError?)
        case ready(Recovery)
    }

    /// The state after the step.
    var view: StateView
    /// Whether `stateChanged` belongs to it.
    var changed: Bool
    var specific: Specific?
    /// The attempt and run the step belongs to; no run where none was ever begun.
    var attempt: UInt64
    var run: RunID?
    /// The requests this event answers.
    var requests: [RequestID]
}
