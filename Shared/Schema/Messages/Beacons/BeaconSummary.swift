/// How many beacons are active at a node, retained.
public struct BeaconSummary: Message, Equatable {
    /// The node.
    public var node: NodeID
    /// The run.
    public var run: RunID?
    /// How many are active.
    public var active: Int64
    /// The pages that are not empty.
    public var pages: [BeaconPageNumber]
    /// Active beacons left out of the pages because they did not fit.
    public var dropped: Int64

    /// Each argument is the field of its name.
    public init(
        node: NodeID, run: RunID? = nil, active: Int64, pages: [BeaconPageNumber], dropped: Int64
    ) {
        self.node = node
        self.run = run
        self.active = active
        self.pages = pages
        self.dropped = dropped
    }

    public static let schema = ObjectSchema(
        "BeaconSummary", "How many beacons are active at a node, retained.",
        [
            Field("node", .text(NodeID.self), "The node."),
            Field("run", .text(RunID.self), .optional, "The run."),
            Field("active", .count, "How many are active."),
            Field("pages", .array(.text(BeaconPageNumber.self), 0...64), "The pages that are not empty."),
            Field("dropped", .count, "Active beacons left out of the pages because they did not fit."),
        ])

    public static var samples: [BeaconSummary] {
        [
            BeaconSummary(node: .sample, run: .sample, active: 3, pages: [.sample], dropped: 0)
        ]
    }
}
