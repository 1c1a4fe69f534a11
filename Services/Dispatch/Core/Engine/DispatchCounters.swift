import Schema

/// What the engine did and dropped since its start.
struct DispatchCounters: Sendable, Equatable {
    /// Entries stored for the first time.
    var stored: UInt64 = 0
    /// Entries that were stored already.
    var duplicates: UInt64 = 0
    /// Entries left to their journals, because there is too much to do.
    var refused: UInt64 = 0
    /// Entries that cannot be true: of another node, too far ahead, too many journals.
    var implausible: UInt64 = 0
    /// Entries that were never seen and that their journals have given up.
    var missed: UInt64 = 0
    /// Answered look-ups.
    var lookups: UInt64 = 0
    /// Look-ups to be tried again.
    var lookupFailures: UInt64 = 0
    /// Outcomes by kind.
    var outcomes: [OutcomeKind: UInt64] = [:]
    /// Actions by kind.
    var actions: [ActionKind: UInt64] = [:]
    /// Activations that let their episode go because their node was away.
    var released: UInt64 = 0
}
