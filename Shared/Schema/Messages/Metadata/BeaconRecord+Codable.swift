extension BeaconRecord: SchemaObject {
    enum CodingKeys: String, CodingKey {
        case beacon, uuid, major, minor, namespace, instance, name, metadata, timing, power
    }

    /// Each argument is the field of its name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        beacon = try Self.beacon(in: container)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        metadata = try container.decodeIfPresent([String: JSONValue].self, forKey: .metadata) ?? [:]
        timing = try container.decodeIfPresent(RuleTiming.self, forKey: .timing)
        power = try container.decodeIfPresent(Int64.self, forKey: .power)
        others = (try JSONValue(from: decoder).objectValue ?? [:]).filter { CodingKeys(stringValue: $0.key) == nil }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(beacon, forKey: .beacon)
        try container.encodeIfPresent(beacon.identity.uuid, forKey: .uuid)
        try container.encodeIfPresent(beacon.identity.major, forKey: .major)
        try container.encodeIfPresent(beacon.identity.minor, forKey: .minor)
        try container.encodeIfPresent(beacon.identity.namespace, forKey: .namespace)
        try container.encodeIfPresent(beacon.identity.instance, forKey: .instance)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encode(metadata, forKey: .metadata)
        try container.encodeIfPresent(timing, forKey: .timing)
        try container.encodeIfPresent(power, forKey: .power)
        if !others.isEmpty { try others.encode(to: encoder) }
    }

    /// The beacon by id or by parts; given both, they must agree.
    private static func beacon(in container: KeyedDecodingContainer<CodingKeys>) throws -> BeaconID {
        let id = try container.decodeIfPresent(BeaconID.self, forKey: .beacon)
        var parts: BeaconIdentity?
        if let uuid = try container.decodeIfPresent(BeaconUUID.self, forKey: .uuid) {
            parts = BeaconIdentity(
                iBeacon: uuid, major: try container.decode(UInt16.self, forKey: .major),
                minor: try container.decode(UInt16.self, forKey: .minor))
        } else if let namespace = try container.decodeIfPresent(EddystoneNamespace.self, forKey: .namespace) {
            let instance = try container.decode(EddystoneInstance.self, forKey: .instance)
            parts = BeaconIdentity(namespace: namespace, instance: instance)
        }
        guard let identity = id?.identity ?? parts else {
            throw DecodingError.keyNotFound(
                CodingKeys.beacon,
                DecodingError.Context(
                    codingPath: container.codingPath + [CodingKeys.beacon],
                    debugDescription: "is missing, and so are uuid with major and minor, and namespace with instance"))
        }
        guard parts == nil || parts == identity else {
            throw DecodingError.dataCorruptedError(
                forKey: .beacon, in: container, debugDescription: "does not agree with the parts given beside it")
        }
        return identity.id
    }

    public static let schema = ObjectSchema(
        "BeaconRecord", "What is registered about one beacon: its id or the id's parts, and metadata.",
        isOpen: true,
        [
            Field(
                "beacon", .text(BeaconID.self), .optional, "Which beacon; may be left out where the parts are given."),
            Field("uuid", .text(BeaconUUID.self), .optional, "iBeacon: the UUID."),
            Field("major", .integer(0...65_535), .optional, "iBeacon: the major."),
            Field("minor", .integer(0...65_535), .optional, "iBeacon: the minor."),
            Field("namespace", .text(EddystoneNamespace.self), .optional, "Eddystone UID: the namespace."),
            Field("instance", .text(EddystoneInstance.self), .optional, "Eddystone UID: the instance."),
            Field("name", .string(maximumLength: 256), .optional, "What people call it."),
            Field(
                "metadata", .dictionary(.any, maximumCount: 256), .optional,
                "Anything, the four actions among it; may be empty."),
            Field("timing", .object(RuleTiming.self), .optional, "Timing of its own."),
            Field("power", .strength, .optional, "Calibrated RSSI at 1 m, dBm."),
        ])

    static let sample = BeaconRecord(
        beacon: .sample, name: "Lobby",
        metadata: ["checkin_action": ["place_id": "lobby", "cooldown_s": 600], "floor": 0, "note": nil],
        timing: RuleTiming(timeout: 60_000), power: -59)

    static let sampleByParts = BeaconRecord(
        beacon: BeaconID(
            BeaconIdentity(namespace: .sample, instance: EddystoneInstance(truncating: 0x0102_0304_0506))))
}
