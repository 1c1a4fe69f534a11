public import Schema

/// An activation in the ledger.
public struct LedgerActivation: Hashable, Sendable {
    /// The stream it came by.
    public let stream: Int64
    /// Its counter there.
    public let counter: Int64
    /// The beacon.
    public let beacon: BeaconID
    /// The episode it belongs to.
    public var episode: Int64
    /// When it was stored.
    public let stored: WallTime
    /// Its first sighting.
    public let first: WallTime
    /// The service's own marks.
    public let flags: Int64
    /// When it ended; nil while it goes on.
    public var ended: WallTime?
    /// The number of its outcome; nil while it has none.
    public var outcome: Int64?

    /// An activation.
    public init(
        stream: Int64, counter: Int64, beacon: BeaconID, episode: Int64, stored: WallTime, first: WallTime,
        flags: Int64 = 0, ended: WallTime? = nil, outcome: Int64? = nil
    ) {
        self.stream = stream
        self.counter = counter
        self.beacon = beacon
        self.episode = episode
        self.stored = stored
        self.first = first
        self.flags = flags
        self.ended = ended
        self.outcome = outcome
    }
}
