import Schema

/// What the retained state says of the machine at one moment.
struct StateView: Equatable, Sendable, Codable {
    var state: NodeState
    var previous: NodeState
    /// What was last asked for: whether the node is to run.
    var requested: Bool
    var attempt: UInt64
    /// The run being started, on, or being stopped; absent while idle.
    var run: RunID?
    /// The run whose `started` the broker has acknowledged.
    var announced: RunID?
    var readyArmed: Bool
    /// Why it is idle; absent after a requested stop, and while it is not idle.
    var error: BeaconBusError?
}
