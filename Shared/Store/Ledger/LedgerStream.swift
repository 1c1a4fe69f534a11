public import Schema

/// How far the journal of a node has been stored.
public struct LedgerStream: Hashable, Sendable {
    /// Its row.
    public let id: Int64
    /// The node.
    public let node: NodeID
    /// The journal.
    public let journal: JournalID
    /// All its entries up to this one are stored.
    public var through: Int64
    /// When something of it was stored last.
    public let seen: WallTime
    /// Entries stored beyond `through`, each with the counter of the activation it ended and when, nil for an active one.
    public var beyond: [Int64: Ended?]

    /// An inactive that was stored before its active came.
    public struct Ended: Hashable, Sendable {
        /// The activation's counter.
        public let counter: Int64
        /// When it ended.
        public let at: WallTime

        /// An end.
        public init(counter: Int64, at: WallTime) {
            self.counter = counter
            self.at = at
        }
    }

    /// A stream.
    public init(
        id: Int64, node: NodeID, journal: JournalID, through: Int64 = 0, seen: WallTime, beyond: [Int64: Ended?] = [:]
    ) {
        self.id = id
        self.node = node
        self.journal = journal
        self.through = through
        self.seen = seen
        self.beyond = beyond
    }
}
