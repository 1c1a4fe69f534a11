/// The signal of one active beacon since its last reading.
public struct ReadingEntry: SchemaObject, Hashable {
    /// Which beacon.
    public var beacon: BeaconID
    /// Its activation.
    public var activation: ActivationID
    /// Smoothed signal strength, dBm; nil while none was heard.
    public var rssi: Double?
    /// Metres; nil without signal strength or power.
    public var distance: Double?
    /// How near it is.
    public var zone: BeaconZone
    /// Sightings since the last reading.
    public var samples: Int64
    /// Since the newest sighting, ms.
    public var age: Int64

    /// Each argument is the field of its name.
    public init(
        beacon: BeaconID, activation: ActivationID, rssi: Double? = nil, distance: Double? = nil, zone: BeaconZone,
        samples: Int64, age: Int64
    ) {
        self.beacon = beacon
        self.activation = activation
        self.rssi = rssi
        self.distance = distance
        self.zone = zone
        self.samples = samples
        self.age = age
    }

    public static let schema = ObjectSchema(
        "ReadingEntry", "The signal of one active beacon since its last reading.",
        [
            Field("beacon", .text(BeaconID.self), "Which beacon."),
            Field("activation", .text(ActivationID.self), "Its activation."),
            Field("rssi", .number(BatchLimits.rssi), .optional, "Smoothed signal strength, dBm."),
            Field("distance", .number(BatchLimits.distance), .optional, "Distance, m."),
            Field("zone", .words(BeaconZone.self), "How near it is."),
            Field("samples", .count, "Sightings since the last reading."),
            Field("age", .count, "Since the newest sighting, ms."),
        ])
}
