/// The bounds of a dispatch ledger.
public struct LedgerOptions: Sendable {
    /// How long outcomes and actions are kept.
    public var keep: Duration = .seconds(7 * 86_400)
    /// Most outcomes kept; beyond it the oldest go first.
    public var maximumOutcomes: Int64 = 2_000_000
    /// Greatest size of the file in bytes.
    public var maximumBytes: Int64 = 4 << 30
    /// Most entries in one inbox; beyond it the oldest not saved go first.
    public var maximumInboxEntries: Int64 = 1000
    /// Most inboxes.
    public var maximumInboxes: Int64 = 256
    /// Memory for pages in KiB.
    public var cacheKiB = 2048
    /// Opens without the right to write, to look at it.
    public var readOnly = false

    /// The defaults above.
    public init() {}
}
