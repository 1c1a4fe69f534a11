import Schema

/// One active or inactive of one beacon, as it came in a batch.
struct JournalledEntry: Hashable, Sendable {
    enum Kind: Sendable {
        case active
        case inactive
    }

    let kind: Kind
    let beacon: BeaconID
    let activation: ActivationID
    /// The journal and the number in it; nil for senders without one.
    let place: Place?
    /// Whether the cause is `initial` (D21).
    let isInitial: Bool
    /// Since the activation's first sighting.
    let sinceFirst: Duration
    /// Since the end of the stay; zero for an active one.
    let sinceEnd: Duration

    struct Place: Hashable, Sendable {
        let journal: JournalID
        let number: Int64
        /// The oldest entry the journal still holds; those before it are settled.
        let oldest: Int64?
    }
}
