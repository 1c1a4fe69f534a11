/// The devices in range; the answer to discover, once at its end.
public struct DiscoverReply: Message, Equatable {
    /// The strongest first; a device that is several beacons by turns stands there once as each.
    public var devices: [DiscoveredDevice]
    /// How many did not fit.
    public var dropped: Int64?

    /// Each argument is the field of its name.
    public init(
        devices: [DiscoveredDevice], dropped: Int64? = nil
    ) {
        self.devices = devices
        self.dropped = dropped
    }

    public static let schema = ObjectSchema(
        "DiscoverReply", "The devices in range; the answer to discover, once at its end.",
        [
            Field("devices", .list(DiscoveredDevice.self, 0...512), "The strongest first."),
            Field("dropped", .count, .optional, "How many did not fit."),
        ])

    public static var samples: [DiscoverReply] {
        [
            DiscoverReply(
                devices: [
                    DiscoveredDevice(
                        address: .sample, beacon: .sample, kind: "ibeacon", data: "020106", name: "Tag \"7\" 🏷",
                        rssi: -61, reports: 240, median: -62.4, deviation: 3.8, age: 320)
                ], dropped: 3)
        ]
    }
}
