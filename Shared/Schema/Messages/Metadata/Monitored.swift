/// Which beacons are monitored, retained (L1).
public struct Monitored: Message, Equatable {
    /// Whose it is.
    public var registry: RegistryID
    /// Rises with each change.
    public var revision: Int64
    /// Formats that are monitored as a whole; eddystone stands for UID, URL and EID.
    public var formats: [BeaconFormat]
    /// Further beacons, and what is particular about them.
    public var rules: [MonitorRule]
    /// Present if the rules are coarser than the registry.
    public var folded: RuleFold?
    /// The revision of the decoding keys; a scanner that has another one asks for them. Absent or 0 where there never
    /// were any.
    public var keys: Int64?

    /// Each argument is the field of its name.
    public init(
        registry: RegistryID, revision: Int64, formats: [BeaconFormat], rules: [MonitorRule], folded: RuleFold? = nil,
        keys: Int64? = nil
    ) {
        self.registry = registry
        self.revision = revision
        self.formats = formats
        self.rules = rules
        self.folded = folded
        self.keys = keys
    }

    public static let schema = ObjectSchema(
        "Monitored", "Which beacons are monitored, retained (L1).",
        [
            Field("registry", .text(RegistryID.self), "Whose it is."),
            Field("revision", .count, "Rises with each change."),
            Field(
                "formats", .array(.beaconFormat, 0...16),
                "Formats that are monitored as a whole; eddystone stands for UID, URL and EID."),
            Field("rules", .list(MonitorRule.self, 0...4_096), "Further beacons, and what is particular about them."),
            Field("folded", .object(RuleFold.self), .optional, "Present if the rules are coarser than the registry."),
            Field(
                "keys", .count, .optional,
                "The revision of the decoding keys; a scanner that has another one asks for them."),
        ])

    public static var samples: [Monitored] {
        [
            Monitored(
                registry: .sample, revision: 8, formats: [.iBeacon, .altBeacon, .eddystone],
                rules: [
                    MonitorRule(uuid: .sample, major: 20_597, registered: true),
                    MonitorRule(
                        beacon: .sample, registered: true,
                        timing: RuleTiming(sightings: 1, window: 5_000, timeout: 60_000, range: 12.5), power: -59),
                    MonitorRule(namespace: .sample, instance: .sample, registered: false),
                    MonitorRule(uuid: .sample, major: 1, minor: 2, registered: true),
                ], folded: RuleFold(from: 100_000, to: 4, reason: "timing and power of 12 beacons"), keys: 3),
            Monitored(registry: .sample, revision: 0, formats: [], rules: []),
        ]
    }
}
