import Schema

/// What the retained state says of the machine at one moment.
struct StateView: Hashable, Sendable, Codable {
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
}
