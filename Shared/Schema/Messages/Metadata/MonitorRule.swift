/// One rule of the monitored set: uuid, uuid and major, namespace, namespace and instance, or one beacon.
public struct MonitorRule: SchemaObject, Equatable {
    /// iBeacons of this UUID.
    public var uuid: BeaconUUID?
    /// Only this major.
    public var major: Int64?
    /// Only this minor.
    public var minor: Int64?
    /// Eddystone UIDs of this namespace.
    public var namespace: EddystoneNamespace?
    /// Only this instance.
    public var instance: EddystoneInstance?
    /// One beacon.
    public var beacon: BeaconID?
    /// Registered beacons are active at the first sighting and are given up last.
    public var registered: Bool
    /// Timing of its own.
    public var timing: RuleTiming?
    /// Calibrated RSSI at 1 m, dBm.
    public var power: Int64?

    /// Each argument is the field of its name.
    public init(
        uuid: BeaconUUID? = nil, major: Int64? = nil, minor: Int64? = nil, namespace: EddystoneNamespace? = nil,
        instance: EddystoneInstance? = nil, beacon: BeaconID? = nil, registered: Bool, timing: RuleTiming? = nil,
        power: Int64? = nil
    ) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.namespace = namespace
        self.instance = instance
        self.beacon = beacon
        self.registered = registered
        self.timing = timing
        self.power = power
    }

    public static let schema = ObjectSchema(
        "MonitorRule",
        "One rule of the monitored set: uuid, uuid and major, namespace, namespace and instance, or one beacon.",
        [
            Field("uuid", .text(BeaconUUID.self), .optional, "iBeacons of this UUID."),
            Field("major", .integer(0...65_535), .optional, "Only this major."),
            Field("minor", .integer(0...65_535), .optional, "Only this minor."),
            Field("namespace", .text(EddystoneNamespace.self), .optional, "Eddystone UIDs of this namespace."),
            Field("instance", .text(EddystoneInstance.self), .optional, "Only this instance."),
            Field("beacon", .text(BeaconID.self), .optional, "One beacon."),
            Field("registered", .boolean, "Registered beacons are active at the first sighting and are given up last."),
            Field("timing", .object(RuleTiming.self), .optional, "Timing of its own."),
            Field("power", .integer(-127...20), .optional, "Calibrated RSSI at 1 m, dBm."),
        ])
}
