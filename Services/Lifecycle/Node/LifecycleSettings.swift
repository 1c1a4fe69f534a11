import Schema

/// What one node's life cycle is run with.
struct LifecycleSettings: Sendable {
    var node: NodeID
    var policy: RunPolicy = .manual
    /// Whether the node gets and keeps its certificates itself.
    var managesIdentity = false
    var backoff = StartBackoff()
    var limits = LifecycleLimits()
    var times = ScannerTimes()
    /// The machine's boot, from which a standing order begins anew.
    var boot = ""
    /// How long work waits for the first connection, so that a node whose broker is there begins with it.
    var patience: Duration = .seconds(5)
    /// How long a state that could not be stored waits before the next try.
    var saveRetry: Duration = .seconds(5)
    /// How long acknowledgements may wait until they are stored.
    var saveDelay: Duration = .seconds(2)
    /// How often the clock's synchronisation is looked at.
    var clockInterval: Duration = .seconds(60)

    init(node: NodeID) {
        self.node = node
    }
}
