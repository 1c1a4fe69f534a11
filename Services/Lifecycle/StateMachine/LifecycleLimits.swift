import Schema

/// The spans and bounds of a node's life cycle.
struct LifecycleLimits: Sendable {
    /// How long an attempt may take before it is given up; with `rollback` it makes the 30 s of D1.
    var start: Duration = .seconds(25)
    /// How long its identity steps may take; what is left of the attempt is the scanner's.
    var identity: Duration = .seconds(22)
    /// How long a given-up attempt may take to leave nothing behind.
    var rollback: Duration = .seconds(5)
    /// How long a stop may take before it ends with an error.
    var stop: Duration = .seconds(15)
    /// How many requests may wait for their outcome at once; one more is refused as busy.
    var waiting = 64
}
