/// One entry of a node's journal: one beacon's active or inactive.
public struct JournalEntry: Hashable, Sendable {
    /// What happened.
    public enum Kind: Int64, Sendable {
        /// The beacon became active.
        case active = 1
        /// The beacon became inactive.
        case inactive = 2
    }

    /// What happened.
    public let kind: Kind
    /// The counter of the activation it belongs to.
    public let activation: Int64
    /// What the writer needs to send it again. The shorter, the less flash it costs (R21).
    public let body: [UInt8]

    /// An entry.
    public init(kind: Kind, activation: Int64, body: [UInt8]) {
        self.kind = kind
        self.activation = activation
        self.body = body
    }
}
