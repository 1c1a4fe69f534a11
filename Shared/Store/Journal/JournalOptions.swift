/// The bounds and habits of a node's journal.
public struct JournalOptions: Sendable {
    /// Most entries kept for sending; beyond it the oldest go first.
    public var maximumEntries = 100_000
    /// Greatest age of an entry kept for sending.
    public var maximumAge: Duration = .seconds(86_400)
    /// What is settled is noted in the file when this many entries have been settled, to spare the flash (R21).
    public var settlingGroup = 256
    /// Places of settled entries kept for new ones; more are given back to the file.
    public var sparePlaces = 1024
    /// Activation counters reserved at once.
    public var counterBlock: Int64 = 1000
    /// Keeps every entry for ever: only for tests that compare the journal with the ledger.
    public var keep = false
    /// Bytes a page of the file. An entry takes a page of its own.
    public var pageSize = 512

    /// The defaults above.
    public init() {}
}
