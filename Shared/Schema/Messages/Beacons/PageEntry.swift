/// One active beacon.
public struct PageEntry: SchemaObject, Equatable {
    /// Which.
    public var beacon: BeaconID
    /// Its activation.
    public var activation: ActivationID
    /// How near it is.
    public var zone: BeaconZone
    /// First sighting of the activation, by the node's clock.
    public var since: WallTime

    /// Each argument is the field of its name.
    public init(
        beacon: BeaconID, activation: ActivationID, zone: BeaconZone, since: WallTime
    ) {
        self.beacon = beacon
        self.activation = activation
        self.zone = zone
        self.since = since
    }

    public static let schema = ObjectSchema(
        "PageEntry", "One active beacon.",
        [
            Field("beacon", .text(BeaconID.self), "Which."),
            Field("activation", .text(ActivationID.self), "Its activation."),
            Field("zone", .words(BeaconZone.self), "How near it is."),
            Field("since", .time, "First sighting of the activation, by the node's clock."),
        ])
}
