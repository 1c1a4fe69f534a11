/// The active beacons of one page, retained; the page is the FNV-1a hash of the id modulo 64.
public struct BeaconPage: Message, Equatable {
    /// The node.
    public var node: NodeID
    /// The run.
    public var run: RunID?
    /// In order of their ids.
    public var beacons: [PageEntry]

    /// Each argument is the field of its name.
    public init(
        node: NodeID, run: RunID? = nil, beacons: [PageEntry]
    ) {
        self.node = node
        self.run = run
        self.beacons = beacons
    }

    public static let schema = ObjectSchema(
        "BeaconPage", "The active beacons of one page, retained; the page is the FNV-1a hash of the id modulo 64.",
        [
            Field("node", .text(NodeID.self), "The node."),
            Field("run", .text(RunID.self), .optional, "The run."),
            Field("beacons", .list(PageEntry.self, 1...512), "In order of their ids."),
        ])

    public static var samples: [BeaconPage] {
        [
            BeaconPage(
                node: .sample, run: .sample,
                beacons: [PageEntry(beacon: .sample, activation: .sample, zone: .near, since: .sample)])
        ]
    }
}
