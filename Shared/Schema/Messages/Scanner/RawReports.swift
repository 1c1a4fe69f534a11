/// Advertising data of monitored beacons for those who decode it themselves; only where the configuration asks for it
/// (`scanner.raw`). QoS 0, never journalled. Of devices that are not monitored nothing is in it (D18).
public struct RawReports: Message, Equatable {
    /// The node.
    public var node: NodeID
    /// The run.
    public var run: RunID
    /// 1 … 64 reports.
    public var reports: [RawReport]

    /// Greatest number of reports in a message; as many as surely fit.
    public static let greatest = 64

    /// Each argument is the field of its name.
    public init(node: NodeID, run: RunID, reports: [RawReport]) {
        self.node = node
        self.run = run
        self.reports = reports
    }

    public static let schema = ObjectSchema(
        "RawReports", "Advertising data of monitored beacons, for those who decode it themselves.",
        [
            Field("node", .text(NodeID.self), "The node."),
            Field("run", .text(RunID.self), "The run."),
            Field("reports", .list(RawReport.self, 1...greatest), "The reports."),
        ])

    public static var samples: [RawReports] {
        [
            RawReports(
                node: .sample, run: .sample,
                reports: [
                    RawReport(
                        beacon: .sample, address: .sample, random: true, rssi: -61, data: "0201060303aafe", age: 12),
                    RawReport(beacon: .sample, address: .sample, random: false, data: "", age: 0),
                ])
        ]
    }
}
