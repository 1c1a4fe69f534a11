import Schema

/// What the engine is told to do differently.
struct DispatchSettings: Sendable {
    /// Whether activations that began with the scanning act (D23).
    var onInitial = true
    /// Look-ups a second for such activations.
    var initialRate = 500
    /// How long a failed look-up is tried again after the entry was stored (D10).
    var lookupPatience: Duration = .seconds(15 * 60)
    /// How long a node may be away before its activations let their episodes go (D15).
    var nodePatience: Duration = .seconds(15 * 60)
    /// The inbox of actions that name none.
    var defaultInbox = InboxID("main")!
    /// Most activations that go on or have no outcome; beyond it entries are left to their journals.
    var maximumLive = 200_000
    /// Most (node, journal) pairs.
    var maximumStreams = 16_384
    /// Entries further ahead of what is stored are not believed.
    var maximumAhead: Int64 = 200_000
}
