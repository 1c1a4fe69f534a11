extension BatchEntry: SchemaObject {
    enum CodingKeys: String, CodingKey {
        case beacon, kind, entry, activation, format, uuid, major, minor, namespace, instance, eid, url, address, rssi,
            power, distance, zone, age, sinceFirst, samples, cause, name, changes, timeout
    }

    /// Each argument is the field of its name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            beacon: try container.decode(BeaconID.self, forKey: .beacon),
            kind: try container.decodeIfPresent(BeaconEvent.self, forKey: .kind),
            entry: try container.decodeIfPresent(Int64.self, forKey: .entry),
            activation: try container.decode(ActivationID.self, forKey: .activation),
            format: try container.decode(BeaconFormat.self, forKey: .format),
            url: try container.decodeIfPresent(String.self, forKey: .url),
            address: try container.decodeIfPresent(BluetoothAddress.self, forKey: .address),
            rssi: try container.decodeIfPresent(Double.self, forKey: .rssi),
            power: try container.decodeIfPresent(Int64.self, forKey: .power),
            distance: try container.decodeIfPresent(Double.self, forKey: .distance),
            zone: try container.decode(BeaconZone.self, forKey: .zone),
            age: try container.decode(Int64.self, forKey: .age),
            sinceFirst: try container.decode(Int64.self, forKey: .sinceFirst),
            samples: try container.decode(Int64.self, forKey: .samples),
            cause: try container.decode(BeaconCause.self, forKey: .cause),
            name: try container.decodeIfPresent(String.self, forKey: .name),
            telemetry: try BeaconTelemetry(from: decoder),
            changes: try container.decodeIfPresent([BatchChange].self, forKey: .changes) ?? [],
            timeout: try container.decodeIfPresent(Int64.self, forKey: .timeout))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(beacon, forKey: .beacon)
        try container.encodeIfPresent(kind, forKey: .kind)
        try container.encodeIfPresent(entry, forKey: .entry)
        try container.encode(activation, forKey: .activation)
        try container.encode(format, forKey: .format)
        let parts = beacon.identity.beaconParts
        try container.encodeIfPresent(parts?.uuid, forKey: .uuid)
        try container.encodeIfPresent(parts?.major, forKey: .major)
        try container.encodeIfPresent(parts?.minor, forKey: .minor)
        try container.encodeIfPresent(beacon.identity.namespace, forKey: .namespace)
        try container.encodeIfPresent(beacon.identity.instance, forKey: .instance)
        try container.encodeIfPresent(beacon.identity.eid, forKey: .eid)
        try container.encodeIfPresent(url, forKey: .url)
        try container.encodeIfPresent(address, forKey: .address)
        try container.encodeIfPresent(rssi, forKey: .rssi)
        try container.encodeIfPresent(power, forKey: .power)
        try container.encodeIfPresent(distance, forKey: .distance)
        try container.encode(zone, forKey: .zone)
        try container.encode(age, forKey: .age)
        try container.encode(sinceFirst, forKey: .sinceFirst)
        try container.encode(samples, forKey: .samples)
        try container.encode(cause, forKey: .cause)
        try container.encodeIfPresent(name, forKey: .name)
        try telemetry.encode(to: encoder)
        if !changes.isEmpty {
            try container.encode(Array(changes.prefix(BatchLimits.changes)), forKey: .changes)
        }
        try container.encodeIfPresent(timeout, forKey: .timeout)
    }

    public static let schema = ObjectSchema(
        "BatchEntry", "One beacon in a batch. The parts of its id are there for convenience: beacon decides.",
        [
            Field("beacon", .text(BeaconID.self), "Which beacon."),
            Field("kind", .words(BeaconEvent.self), .optional, "What happened; only in batches of kind journal."),
            Field("entry", .ordinal, .optional, "The entry's number in the journal."),
            Field("activation", .text(ActivationID.self), "The activation it belongs to."),
            Field(
                "format", .string(maximumLength: 32), "How the beacon says who it is; a later version may know more."),
            Field("uuid", .text(BeaconUUID.self), .optional, "iBeacon and AltBeacon: the UUID."),
            Field("major", .integer(0...65_535), .optional, "iBeacon and AltBeacon: the major."),
            Field("minor", .integer(0...65_535), .optional, "iBeacon and AltBeacon: the minor."),
            Field("namespace", .text(EddystoneNamespace.self), .optional, "Eddystone UID: the namespace."),
            Field("instance", .text(EddystoneInstance.self), .optional, "Eddystone UID: the instance."),
            Field("eid", .text(EddystoneEID.self), .optional, "Eddystone EID: the ephemeral identifier."),
            Field("url", .string(maximumLength: BatchLimits.text), .optional, "Eddystone URL: the URL."),
            Field("address", .text(BluetoothAddress.self), .optional, "The address of the newest sighting."),
            Field("rssi", .number(BatchLimits.rssi), .optional, "Smoothed signal strength, dBm."),
            Field("power", .integer(BatchLimits.power), .optional, "Expected signal strength at 1 m, dBm."),
            Field("distance", .number(BatchLimits.distance), .optional, "Distance, m."),
            Field("zone", .words(BeaconZone.self), "How near it is."),
            Field("age", .count, "Since its newest sighting, ms."),
            Field("sinceFirst", .count, "Since the activation's first sighting, ms."),
            Field("samples", .count, "Sightings in this activation."),
            Field("cause", .words(BeaconCause.self), "Why the event came."),
            Field("name", .string(maximumLength: BatchLimits.text), .optional, "The name it gives itself."),
        ] + BeaconTelemetry.fields + [
            Field("changes", .list(BatchChange.self, 0...BatchLimits.changes), .optional, "What changed."),
            Field("timeout", .count, .optional, "The silence after which it becomes inactive, ms."),
        ])
}
