public import Schema

/// An episode's row.
public struct LedgerEpisode: Hashable, Sendable {
    /// Its rising number.
    public let id: Int64
    /// The beacon.
    public let beacon: BeaconID
    /// Since when.
    public let opened: WallTime
    /// Until when; nil while it is open.
    public let closed: WallTime?
    /// When the last of those that left it did; nil while nobody has.
    public let left: WallTime?
    /// The service's code for what was done in it.
    public let effect: Int64

    /// An episode.
    public init(
        id: Int64, beacon: BeaconID, opened: WallTime, closed: WallTime?, left: WallTime?, effect: Int64
    ) {
        self.id = id
        self.beacon = beacon
        self.opened = opened
        self.closed = closed
        self.left = left
        self.effect = effect
    }
}
