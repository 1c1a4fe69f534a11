/// The signal of the active beacons of a node: readings, never changes (D22). QoS 0, never journalled.
public struct Readings: Message, Equatable {
    /// The node.
    public var node: NodeID
    /// The run.
    public var run: RunID
    /// 1 … 512 beacons.
    public var beacons: [ReadingEntry]

    /// Each argument is the field of its name.
    public init(node: NodeID, run: RunID, beacons: [ReadingEntry]) {
        self.node = node
        self.run = run
        self.beacons = beacons
    }

    public static let schema = ObjectSchema(
        "Readings", "The signal of the active beacons of a node.",
        [
            Field("node", .text(NodeID.self), "The node."),
            Field("run", .text(RunID.self), "The run."),
            Field("beacons", .list(ReadingEntry.self, 1...BatchLimits.readings), "The beacons heard."),
        ])

    public static var samples: [Readings] {
        [
            Readings(
                node: .sample, run: .sample,
                beacons: [
                    ReadingEntry(
                        beacon: .sample, activation: .sample, rssi: -61.5, distance: 1.34, zone: .near, samples: 3,
                        age: 120)
                ])
        ]
    }
}
