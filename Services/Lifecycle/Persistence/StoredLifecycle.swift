import Schema

/// All that a lifecycle service keeps over a restart, in one small file that is replaced as a whole.
struct StoredLifecycle: Codable, Sendable {
    static let currentVersion = 1

    var version = Self.currentVersion
    /// The machine's boot that wrote it; an operator's stop holds within the same boot (D4).
    var boot: String
    /// Whether the standing order rests until somebody asks for a start.
    var resting: Bool
    var machine: StoredMachine
    /// Announcements the broker has not acknowledged yet.
    var outbox: EventOutbox
    /// The newest requests that were answered; one that comes again is not carried out again.
    var settled: [RequestLedger.Settled]?
}
