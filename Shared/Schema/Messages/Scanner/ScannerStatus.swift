/// What a scanner is, retained; at least every 5 s while a run is on.
public struct ScannerStatus: Message, Equatable {
    /// The node.
    public var node: NodeID
    /// Which CONNECT of the session; see Lost.
    public var connection: UInt64
    /// False once it has gone in an orderly way.
    public var online: Bool
    /// What it is doing.
    public var state: ScannerState
    /// Whether at least one source is scanning.
    public var scanning: Bool
    /// The run it scans for.
    public var run: RunID?
    /// The attempt it scans for.
    public var attempt: UInt64?
    /// Whether that run's events may go out.
    public var released: Bool
    /// Its sources.
    public var sources: [SourceReport]
    /// Its adapter, where it has one.
    public var adapter: AdapterReport?
    /// The monitored set in force; absent while it goes by its configuration.
    public var monitored: MonitoredReport?
    /// Since the newest advertising report, ms.
    public var lastReport: Int64?
    /// How many beacons are active.
    public var active: Int64
    /// Its journal.
    public var journal: JournalReport?
    /// What it has done and dropped since it started.
    public var counters: [String: Int64]
    /// Why it does not scan although it should.
    public var error: BeaconBusError?
    /// The version of the program.
    public var version: String?
    /// What its signal strengths and distances are made with.
    public var receiver: ReceiverReport?

    /// Each argument is the field of its name.
    public init(
        node: NodeID, connection: UInt64, online: Bool, state: ScannerState, scanning: Bool, run: RunID? = nil,
        attempt: UInt64? = nil, released: Bool, sources: [SourceReport], adapter: AdapterReport? = nil,
        monitored: MonitoredReport? = nil, lastReport: Int64? = nil, active: Int64, journal: JournalReport? = nil,
        counters: [String: Int64], error: BeaconBusError? = nil, version: String? = nil,
        receiver: ReceiverReport? = nil
    ) {
        self.node = node
        self.connection = connection
        self.online = online
        self.state = state
        self.scanning = scanning
        self.run = run
        self.attempt = attempt
        self.released = released
        self.sources = sources
        self.adapter = adapter
        self.monitored = monitored
        self.lastReport = lastReport
        self.active = active
        self.journal = journal
        self.counters = counters
        self.error = error
        self.version = version
        self.receiver = receiver
    }

    public static let schema = ObjectSchema(
        "ScannerStatus", "What a scanner is, retained; at least every 5 s while a run is on.",
        [
            Field("node", .text(NodeID.self), "The node."),
            Field("connection", .ordinal, "Which CONNECT of the session; see Lost."),
            Field("online", .boolean, "False once it has gone in an orderly way."),
            Field("state", .words(ScannerState.self), "What it is doing."),
            Field("scanning", .boolean, "Whether at least one source is scanning."),
            Field("run", .text(RunID.self), .optional, "The run it scans for."),
            Field("attempt", .ordinal, .optional, "The attempt it scans for."),
            Field("released", .boolean, "Whether that run's events may go out."),
            Field("sources", .list(SourceReport.self, 0...16), "Its sources."),
            Field("adapter", .object(AdapterReport.self), .optional, "Its adapter, where it has one."),
            Field(
                "monitored", .object(MonitoredReport.self), .optional,
                "The monitored set in force; absent while it goes by its configuration."),
            Field("lastReport", .count, .optional, "Since the newest advertising report, ms."),
            Field("active", .count, "How many beacons are active."),
            Field("journal", .object(JournalReport.self), .optional, "Its journal."),
            Field("counters", .counters, "What it has done and dropped since it started."),
            Field("error", .object(BeaconBusError.self), .optional, "Why it does not scan although it should."),
            Field("version", .string(maximumLength: 64), .optional, "The version of the program."),
            Field(
                "receiver", .object(ReceiverReport.self), .optional,
                "What its signal strengths and distances are made with."),
        ])

    public static var samples: [ScannerStatus] {
        [
            ScannerStatus(
                node: .sample, connection: 1, online: true, state: .running, scanning: true, run: .sample, attempt: 4,
                released: true,
                sources: [
                    SourceReport(name: "hci0", kind: .radio, state: .scanning),
                    SourceReport(name: "/x.btsnoop", kind: .recording, state: .failed, error: .sample),
                ],
                adapter: AdapterReport(name: "hci0", address: .sample, state: .ready),
                monitored: MonitoredReport(registry: .sample, revision: 8),
                lastReport: 12, active: 3,
                journal: JournalReport(id: .sample, pending: 2, oldest: 40, next: 42, dropped: 0),
                counters: ["reports": 412, "advertisers": 36], error: .sample, version: "1.0.0",
                receiver: ReceiverReport(revision: 2, offset: 3.5, exponent: 2.4)),
            ScannerStatus(
                node: .sample, connection: 1, online: true, state: .idle, scanning: false, released: false, sources: [],
                active: 0, counters: [:]),
        ]
    }
}
