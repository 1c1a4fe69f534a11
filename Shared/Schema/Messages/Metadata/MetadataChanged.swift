/// Records have changed: drop what you remember of them.
public struct MetadataChanged: Message, Equatable {
    /// Whose they are.
    public var registry: RegistryID
    /// The registry's revision now.
    public var revision: Int64
    /// Which; absent if `all`.
    public var beacons: [BeaconID]?
    /// True if any may have changed.
    public var all: Bool?

    /// Each argument is the field of its name.
    public init(
        registry: RegistryID, revision: Int64, beacons: [BeaconID]? = nil, all: Bool? = nil
    ) {
        self.registry = registry
        self.revision = revision
        self.beacons = beacons
        self.all = all
    }

    public static let schema = ObjectSchema(
        "MetadataChanged", "Records have changed: drop what you remember of them.",
        [
            Field("registry", .text(RegistryID.self), "Whose they are."),
            Field("revision", .count, "The registry's revision now."),
            Field("beacons", .array(.text(BeaconID.self), 1...256), .optional, "Which; absent if `all`."),
            Field("all", .boolean, .optional, "True if any may have changed."),
        ])

    public static var samples: [MetadataChanged] {
        [
            MetadataChanged(registry: .sample, revision: 9, beacons: [.sample]),
            MetadataChanged(registry: .sample, revision: 9, all: true),
        ]
    }
}
