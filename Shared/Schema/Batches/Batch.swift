/// Beacons that became active or inactive or changed at a node (L4 to L6): what one pass over the source decided.
public struct Batch: Message, Equatable {
    /// The node.
    public var node: NodeID
    /// What the entries are.
    public var kind: BatchKind
    /// The run in which they were decided.
    public var run: RunID
    /// The node's journal.
    public var journal: JournalID?
    /// The number of the oldest entry the journal still holds; everything below counts as settled.
    public var oldest: Int64?
    /// 1 … 128 entries; of one beacon at most one, but for kind `journal`.
    public var beacons: [BatchEntry]

    /// Each argument is the field of its name.
    public init(
        node: NodeID, kind: BatchKind, run: RunID, journal: JournalID? = nil, oldest: Int64? = nil,
        beacons: [BatchEntry]
    ) {
        self.node = node
        self.kind = kind
        self.run = run
        self.journal = journal
        self.oldest = oldest
        self.beacons = beacons
    }

    /// Each argument is the field of its name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        node = try container.decode(NodeID.self, forKey: .node)
        kind = try container.decode(BatchKind.self, forKey: .kind)
        run = try container.decode(RunID.self, forKey: .run)
        journal = try container.decodeIfPresent(JournalID.self, forKey: .journal)
        oldest = try container.decodeIfPresent(Int64.self, forKey: .oldest)
        beacons = try container.decode([BatchEntry].self, forKey: .beacons)
        if let fault { throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: fault)) }
    }

    /// What is wrong with the whole: journalled entries must say what they are and have numbers.
    var fault: String? {
        guard kind == .journal else { return nil }
        if journal == nil { return "of kind journal must name the journal" }
        let complete = beacons.allSatisfy { $0.kind != nil && $0.entry != nil }
        return complete ? nil : "of kind journal must have entries with kind and entry"
    }

    public static let schema = ObjectSchema(
        "Batch", "Beacons that became active or inactive or changed at a node.",
        [
            Field("node", .text(NodeID.self), "The node."),
            Field("kind", .words(BatchKind.self), "What the entries are."),
            Field("run", .text(RunID.self), "The run in which they were decided."),
            Field("journal", .text(JournalID.self), .optional, "The node's journal."),
            Field(
                "oldest", .ordinal, .optional,
                "The number of the oldest entry the journal still holds; everything below counts as settled."),
            Field("beacons", .list(BatchEntry.self, 1...BatchLimits.entries), "The entries."),
        ])
}
