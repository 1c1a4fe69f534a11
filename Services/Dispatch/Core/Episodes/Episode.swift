import Schema

/// One uninterrupted stay of a beacon at the site, over all its nodes (D15).
struct Episode: Hashable, Sendable {
    /// What became of the one effect that `site` actions have in an episode.
    enum Effect: Hashable, Sendable {
        /// None so far.
        case none
        /// This activation's action is being carried out.
        case pending(ActivationKey)
        /// It has acted.
        case done
    }

    /// Rising number, unique in the ledger.
    let id: Int64
    let beacon: BeaconID
    /// Since when the beacon has been there.
    var opened: WallTime
    /// Until when it was there; nil while some activation holds the episode open.
    var closed: WallTime?
    /// The latest end of an activation that has left it.
    var left: WallTime?
    var effect: Effect = .none
    /// Whether a `node` action has been done in it.
    var hasNodeEffect = false
    /// Activations that hold it open.
    var holders: Set<ActivationKey> = []
    /// Activations whose action waits for the pending effect, in order.
    var waiting: [ActivationKey] = []

    /// Whether the episode lasted into the span from `first` to `end` (nil: still going on), or ended at most `slack`
    /// before it.
    func reaches(from first: WallTime, to end: WallTime?, slack: Duration) -> Bool {
        if let end, opened > end { return false }
        guard let closed else { return true }
        return closed + slack >= first
    }
}
