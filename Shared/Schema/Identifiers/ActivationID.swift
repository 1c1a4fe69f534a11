/// One activation, unique for ever: `{node}.{journal}.{counter}`. The idempotency key of everything that follows.
public struct ActivationID: TextValue {
    /// The node that saw the beacon.
    public let node: NodeID
    /// The journal that counts.
    public let journal: JournalID
    /// 1 … 2^53−1, counted in the journal.
    public let counter: Int64

    /// Nil if `counter` is outside 1 … 2^53−1.
    public init?(node: NodeID, journal: JournalID, counter: Int64) {
        guard counter >= 1, counter <= Decimal.greatestExact else { return nil }
        self.node = node
        self.journal = journal
        self.counter = counter
    }

    /// Nil unless the text is exactly of this form.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let node = NodeID(String(parts[0])), let journal = JournalID(String(parts[1])),
            let counter = Decimal.number(parts[2].utf8)
        else { return nil }
        self.init(node: node, journal: journal, counter: counter)
    }

    public var description: String { "\(node).\(journal).\(counter)" }

    public static let title = "activation"
    public static let form = "{node}.{journal, 16 hex digits}.{counter}"
    public static let pattern = "^[a-z0-9][a-z0-9_-]{0,31}\\.[0-9a-f]{16}\\.[1-9][0-9]{0,15}$"
    public static let maximumLength = 32 + 1 + 16 + 1 + 16
}
