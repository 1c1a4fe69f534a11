import Schema

/// An activation that goes on or has no outcome yet, in memory.
struct LiveActivation: Sendable {
    let node: NodeID
    let beacon: BeaconID
    let id: ActivationID
    let stored: WallTime
    let first: WallTime
    let isInitial: Bool
    /// It is an `initial` one of an episode that was open at most 15 minutes before (D23).
    let isRejoined: Bool
    var ended: WallTime?
    var isSettled = false
    /// Whether its node was away too long, so that it does not hold its episode.
    var isReleased = false

    static let initialFlag: Int64 = 1
    static let rejoinedFlag: Int64 = 2

    /// The ledger's marks.
    var flags: Int64 { (isInitial ? Self.initialFlag : 0) | (isRejoined ? Self.rejoinedFlag : 0) }
}
