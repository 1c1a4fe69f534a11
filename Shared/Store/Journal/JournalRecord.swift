public import Schema

/// An entry with its place in the journal.
public struct JournalRecord: Hashable, Sendable {
    /// Its number: 1, 2, 3 …
    public let number: Int64
    /// When it was written, by the journal's clock.
    public let at: WallTime
    /// The entry.
    public let entry: JournalEntry
}
