/// The answer to scan and halt.
public struct ScanReply: Message, Equatable {
    /// Whether it scans now.
    public var scanning: Bool
    /// The run.
    public var run: RunID?
    /// The attempt.
    public var attempt: UInt64?
    /// Its sources.
    public var sources: [SourceReport]?
    /// Why it does not scan.
    public var error: BeaconBusError?

    /// Each argument is the field of its name.
    public init(
        scanning: Bool, run: RunID? = nil, attempt: UInt64? = nil, sources: [SourceReport]? = nil,
        error: BeaconBusError? = nil
    ) {
        self.scanning = scanning
        self.run = run
        self.attempt = attempt
        self.sources = sources
        self.error = error
    }

    public static let schema = ObjectSchema(
        "ScanReply", "The answer to scan and halt.",
        [
            Field("scanning", .boolean, "Whether it scans now."),
            Field("run", .text(RunID.self), .optional, "The run."),
            Field("attempt", .ordinal, .optional, "The attempt."),
            Field("sources", .list(SourceReport.self, 0...16), .optional, "Its sources."),
            Field("error", .object(BeaconBusError.self), .optional, "Why it does not scan."),
        ])

    public static var samples: [ScanReply] {
        [
            ScanReply(
                scanning: true, run: .sample, attempt: 4,
                sources: [SourceReport(name: "sim", kind: .simulation, state: .scanning)]),
            ScanReply(
                scanning: false, sources: [SourceReport(name: "hci0", kind: .radio, state: .failed, error: .sample)],
                error: .sample),
        ]
    }
}
